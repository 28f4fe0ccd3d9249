import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openapiDocument } from "@tms/gateway/openapi-document";
import openapiTypescript, { astToString } from "openapi-typescript";
import { methodsOf } from "./methods.ts";

const SOURCES = join(import.meta.dirname, "../src");
const HEAD = "// Generated from /openapi.json by `pnpm sdk:types`.\n\n";

interface Operation {
  responses: Record<string, { description?: string }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
}

/**
 * Writes the types of the API's requests and responses, and the methods of its operations, from the OpenAPI
 * document of the gateway. Code in this repository runs without the types.
 */
export async function writeApiTypes(): Promise<void> {
  const document = await openapiDocument();
  await replaceFile("api/schema.ts", HEAD + (await apiTypes(document)));
  await replaceFile("gen/resources.ts", await methodsOf((document as Document).paths));
}

/** Replaces a file if the text differs. Readers get the old or the new version. */
async function replaceFile(name: string, text: string): Promise<void> {
  const file = join(SOURCES, name);
  if ((await readFile(file, "utf8").catch(() => "")) === text) return;
  const draft = `${file}-${process.pid}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(draft, text);
  await rename(draft, file);
}

/**
 * Returns TypeScript for the operations of an OpenAPI document, their successful responses, and the codes of
 * all problems. Throws if the document names no problem.
 */
export async function apiTypes(document: object): Promise<string> {
  const { paths } = document as Document;
  const codes = problemCodes(paths);
  if (codes.length === 0) throw new Error("The OpenAPI document names no problem.");
  const successes = { ...document, paths: withoutFailures(paths) };
  const types = astToString(await openapiTypescript(JSON.stringify(successes)));
  const union = codes.map((code) => `  | "${code}"`).join("\n");
  return `${types}\n/** The code of a problem that the API may answer with. */\nexport type ProblemCode =\n${union};\n`;
}

const isFailure = (status: string) => Number(status) >= 400;

// The description of a response lists its problems: `code`: Title.
function problemCodes(paths: Document["paths"]): string[] {
  const texts = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ responses }) => Object.entries(responses))
    .filter(([status]) => isFailure(status))
    .map(([, { description = "" }]) => description);
  const codes = texts.flatMap((text) =>
    Array.from(text.matchAll(/`([a-z_]+)`:/g), ([, code = ""]) => code),
  );
  return [...new Set(codes)].toSorted();
}

// The SDK throws problems for all operations. Their responses would be nine tenths of the types.
function withoutFailures(paths: Document["paths"]): Document["paths"] {
  const mapValues = <V, W>(record: Record<string, V>, map: (value: V) => W) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
  return mapValues(paths, (path) =>
    mapValues(path, (operation) => ({
      ...operation,
      responses: Object.fromEntries(
        Object.entries(operation.responses).filter(([status]) => !isFailure(status)),
      ),
    })),
  );
}

// `pnpm sdk:types`
if (import.meta.main) await writeApiTypes();
