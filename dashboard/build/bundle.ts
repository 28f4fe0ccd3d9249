import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { build } from "vite";

// `node bundle.ts FOLDER` writes the page, also compressed, into a folder.
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("bundle.ts needs the folder to write to");
// Vite resolves a relative path in this package.
const outDir = resolve(folder);
await build({
  root: join(import.meta.dirname, ".."),
  logLevel: "warn",
  build: { outDir, emptyOutDir: true },
});
// The gateway sends the compressed form of an asset to browsers that accept it.
const assets = join(outDir, "assets");
const names = (await readdir(assets)).filter((name) => /\.(js|css|svg)$/.test(name));
const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
await Promise.all(
  names.map(async (name) => {
    const file = join(assets, name);
    const compressed = await promisify(brotliCompress)(await readFile(file), { params });
    await writeFile(`${file}.br`, compressed);
  }),
);
