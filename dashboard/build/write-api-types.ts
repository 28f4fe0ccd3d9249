import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openapiDocument } from "@tms/gateway/openapi-document";
import { INCLUDED_IN, SCOPE_DESCRIPTIONS, scopesOf } from "@tms/resources/rights";
import openapiTypescript, { astToString } from "openapi-typescript";

// `pnpm dashboard:types` generates the types of requests and responses from the gateway's OpenAPI
// document. The checks and editors need them. The bundle does not. `gen/words.ts` contains the
// words that the bundle needs, and is committed. With `--check`, an outdated `gen/words.ts` is an error.

const HEAD = "// Generated from /openapi.json by `pnpm dashboard:types`.\n\n";
const folder = join(import.meta.dirname, "../src/api");

interface Schema {
  enum?: string[];
  items?: Schema;
  properties?: Record<string, Schema>;
  discriminator?: { mapping: object };
}

const document = await openapiDocument();
const { schemas } = (document as { components: { schemas: Record<string, Schema> } }).components;
const types = await openapiTypescript(JSON.stringify(document), {
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
});
await writeFile(join(folder, "schema.d.ts"), HEAD + astToString(types));

const wordsOf = (schema: Schema | undefined) => schema?.enum ?? schema?.items?.enum ?? [];
const rightsOf = (role: Parameters<typeof scopesOf>[0]) => ({
  live: [...scopesOf(role, "live")],
  test: [...scopesOf(role, "test")],
});
const words = {
  EVENT_TYPES: Object.keys(schemas["Event"]?.discriminator?.mapping ?? {}),
  TOURNAMENT_STATUSES: wordsOf(schemas["Tournament"]?.properties?.["status"]),
  DELIVERY_STATES: wordsOf(schemas["Delivery"]?.properties?.["state"]),
  ACCOUNT_KINDS: wordsOf(schemas["LedgerAccount"]?.properties?.["kind"]),
  KEY_SCOPES: wordsOf(schemas["Key"]?.properties?.["scopes"]),
  SCOPE_DESCRIPTIONS,
  INCLUDED_IN,
  RIGHTS: {
    owner: rightsOf("owner"),
    developer: rightsOf("developer"),
    viewer: rightsOf("viewer"),
  },
};
const missing = Object.entries(words).filter(([, list]) => Object.keys(list).length === 0);
if (missing.length > 0)
  throw new Error(`The OpenAPI document lacks ${missing.map(([name]) => name).join(", ")}.`);
const lines = Object.entries(words).map(
  ([name, value]) => `export const ${name} = ${JSON.stringify(value, null, 2)} as const;\n`,
);
const text = HEAD + lines.join("\n");
const file = join(folder, "gen/words.ts");
if (!process.argv.includes("--check")) await writeFile(file, text);
else if ((await readFile(file, "utf8")) !== text)
  throw new Error(`${file} is out of date. Run \`npx -y pnpm@12.21.0 dashboard:types\`.`);
