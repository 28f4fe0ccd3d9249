import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire, stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { packageFolder } from "./guide.ts";

const require = createRequire(import.meta.url);
const SOURCES = join(packageFolder, "src");
const HASH_CHARACTERS = 12;

// What the pages load besides: files of packages, by the names they have here.
const COPIED = {
  "minisearch.js": "minisearch",
  "inter.woff2": "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  "mono.woff2": "@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2",
};

/**
 * Writes scripts, styles, fonts and the index of the search into a folder that is named after what
 * is in them, and answers with that name.
 */
export async function writeAssets(folder: string, index: string): Promise<string> {
  const sources = await readdir(SOURCES);
  const files = await Promise.all([
    ...sources.map(async (name) => [asServed(name), Buffer.from(await served(name))] as const),
    ...Object.entries(COPIED).map(
      async ([name, from]) => [name, await readFile(esModule(require.resolve(from)))] as const,
    ),
  ]);
  files.push(["search.json", Buffer.from(index)]);
  const hash = createHash("sha256");
  for (const [name, content] of files) hash.update(`${name}\0`).update(content).update("\0");
  const name = hash.digest("hex").slice(0, HASH_CHARACTERS);
  const into = join(folder, name);
  await mkdir(into, { recursive: true });
  await Promise.all(files.map(([file, content]) => writeFile(join(into, file), content)));
  return name;
}

const asServed = (name: string): string => name.replace(/\.ts$/, ".js");

/** A source as browsers read it: without types, importing the others by the names they have there. */
async function served(name: string): Promise<string> {
  const text = await readFile(join(SOURCES, name), "utf8");
  if (!name.endsWith(".ts")) return text;
  return stripTypeScriptTypes(text)
    .replaceAll(/(from ")(\.\/[a-z-]+)\.ts"/g, '$1$2.js"')
    .replaceAll('from "minisearch"', 'from "./minisearch.js"');
}

// Packages answer `require` with the file for Node's old modules.
const esModule = (file: string): string =>
  file.replace(/minisearch\/dist\/cjs\/index\.cjs$/, "minisearch/dist/es/index.js");
