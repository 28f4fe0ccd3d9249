import { writeFile } from "node:fs/promises";
import { openapiDocument } from "@tms/gateway/openapi-document";
import openapiTypescript, { astToString } from "openapi-typescript";
import { API_TYPES } from "./package-folder.ts";

// `pnpm dashboard:types` generates the types of requests and responses from the gateway's OpenAPI
// document. The checks and editors need them. The bundle does not.

const HEAD = "// Generated from /openapi.json by `pnpm dashboard:types`.\n\n";

const types = await openapiTypescript(JSON.stringify(await openapiDocument()), {
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
});
await writeFile(API_TYPES, HEAD + astToString(types));
