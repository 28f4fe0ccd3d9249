import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { openapiDocument } from "@tms/gateway/openapi-document";
import { packSdk } from "@tms/sdk/build/pack";
import { writeAssets } from "./assets.ts";
import { collections } from "./collections/collections.ts";
import { compress } from "./compress.ts";
import { GUIDE, readGuide } from "./guide.ts";
import { pageFiles } from "./page/pages.ts";
import { renderReference } from "./reference.ts";
import { searchIndex } from "./search-index.ts";

// `node bundle.ts FOLDER` writes the site into a folder.
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("bundle.ts needs the folder to write to");
await bundle(resolve(folder));

async function bundle(out: string): Promise<void> {
  const pages = await readGuide();
  const assets = `/docs/assets/${await writeAssets(join(out, "assets"), searchIndex(pages))}`;
  const reference = await renderReference(assets);
  await writeAll(out, [
    ...pageFiles({ pages, assets }).map(({ path, html }): [string, string] => [path, html]),
    ["api/index.html", reference.page],
    ["api/js/scalar.js", reference.script],
    ...(await collections(await openapiDocument())),
  ]);
  await cp(join(GUIDE, "pictures"), join(out, "pictures"), { recursive: true });
  await compress(out);
  await copySdk(join(out, "tms-sdk.tgz"));
}

/** Packs the SDK, which no registry has, into a file. */
async function copySdk(file: string): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), "tms-sdk-"));
  try {
    await cp(await packSdk(scratch), file);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function writeAll(
  out: string,
  files: readonly (readonly [string, string | Uint8Array])[],
): Promise<void> {
  await Promise.all(
    files.map(async ([path, content]) => {
      const file = join(out, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }),
  );
}
