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
await compress(join(outDir, "assets"));

/** Compresses the assets. The gateway sends the compressed form to browsers that accept it. */
async function compress(assets: string): Promise<void> {
  const names = (await readdir(assets)).filter((name) => /\.(js|css|svg)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = join(assets, name);
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
      await writeFile(
        `${file}.br`,
        await promisify(brotliCompress)(await readFile(file), { params }),
      );
    }),
  );
}
