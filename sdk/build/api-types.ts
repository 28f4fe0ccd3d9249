import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openapiDocument } from "@tms/gateway/openapi-document";
import openapiTypescript, { astToString } from "openapi-typescript";
import { generateMethods } from "./methods.ts";

const SOURCES = join(import.meta.dirname, "../src");
const HEAD = "// Generated from /openapi.json by `pnpm sdk:types`.\n\n";

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>;
}

/**
 * Writes the types of the API's requests and responses, and the methods of its operations, from the OpenAPI
 * document of the gateway. Code in this repository runs without the types.
 */
export async function writeApiTypes(): Promise<void> {
  const document = await openapiDocument();
  await replaceFile("api/schema.ts", HEAD + (await apiTypes(document)));
  await replaceFile("gen/resources.ts", await generateMethods((document as Document).paths));
}

/** Replaces a file if its content differs. Readers get the old or the new version. */
async function replaceFile(name: string, text: string): Promise<void> {
  const file = join(SOURCES, name);
  if ((await readFile(file, "utf8").catch(() => "")) === text) return;
  const draft = `${file}-${process.pid}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(draft, text);
  await rename(draft, file);
}

/**
 * Returns TypeScript for the operations of an OpenAPI document and the codes of all problems. Leaves out
 * responses with problems, because the SDK throws them. They would be nine tenths of the types.
 */
export async function apiTypes(document: object): Promise<string> {
  const codes = new Set<string>();
  const successes = structuredClone(document) as Document;
  for (const { responses } of Object.values(successes.paths).flatMap((path) => Object.values(path)))
    for (const [status, { description }] of Object.entries(responses)) {
      if (Number(status) < 400) continue;
      // The description lists the problems of a response: `code`: Title.
      for (const [, code = ""] of description.matchAll(/`([a-z_]+)`:/g)) codes.add(code);
      delete responses[status];
    }
  const types = astToString(await openapiTypescript(JSON.stringify(successes)));
  const union = [...codes].toSorted().map((code) => `  | "${code}"`);
  return `${types}\n/** The code of a problem that the API may answer with. */\nexport type ProblemCode =\n${union.join("\n")};\n`;
}

// `pnpm sdk:types`
if (import.meta.main) await writeApiTypes();
