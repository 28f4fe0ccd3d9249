import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import openapiTypescript, { astToString } from "openapi-typescript";
import { packageFolder } from "./sources-hash.ts";

/** Where the types of the API's requests and answers stand. */
export const API_TYPES = join(packageFolder, "src/api/schema.d.ts");

const HEAD = "// Generated from /openapi.json by `pnpm dashboard:types`.\n\n";

/** TypeScript for the operations of an OpenAPI document. */
export async function apiTypes(document: object): Promise<string> {
  const ast = await openapiTypescript(JSON.stringify(document), { alphabetize: false });
  return HEAD + astToString(ast);
}

export const writeApiTypes = async (document: object): Promise<void> =>
  writeFile(API_TYPES, await apiTypes(document));
