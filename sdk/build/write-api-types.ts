import { writeApiTypes } from "./api-types.ts";

// `pnpm sdk:types`
await writeApiTypes();
