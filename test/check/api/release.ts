import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { openapiDocument } from "@tms/gateway/openapi-document";
import { RELEASED } from "./released.ts";

// `pnpm api:release`, once for each release.
await mkdir(dirname(RELEASED), { recursive: true });
await writeFile(RELEASED, `${JSON.stringify(await openapiDocument(), null, 2)}\n`);
