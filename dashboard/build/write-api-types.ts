import { writeFile } from "node:fs/promises";
import { openapiDocument } from "@tms/gateway/openapi-document";
import openapiTypescript, { astToString } from "openapi-typescript";
import { API_TYPES } from "./package-folder.ts";

// `pnpm dashboard:types` writes the types of the API's requests and answers, from what the gateway
// publishes at /openapi.json. They are for the checks and for editors: the built page has no types.

const HEAD = "// Generated from /openapi.json by `pnpm dashboard:types`.\n\n";

const types = await openapiTypescript(JSON.stringify(await openapiDocument()));
await writeFile(API_TYPES, HEAD + astToString(types));
