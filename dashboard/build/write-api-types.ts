import { openapiDocument } from "@tms/gateway/openapi-document";
import { writeApiTypes } from "./api-types.ts";

// `pnpm dashboard:types`
await writeApiTypes(await openapiDocument());
