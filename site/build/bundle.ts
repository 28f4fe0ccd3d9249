import { createHash } from "node:crypto";
import { cp, glob, mkdir, mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import scalar from "@scalar/fastify-api-reference";
import { packSdk } from "@tms/sdk-build/pack";
import { fastify } from "fastify";
import { build } from "vite";
import { notFound, readGuide, readProblems } from "./guide.ts";
import { fillTemplate, pageParts } from "./layout.ts";
import { GUIDE } from "./map.ts";
import { searchIndex } from "./search-index.ts";

// `node bundle.ts FOLDER` writes the site into a folder.
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("bundle.ts needs the folder to write to");
const out = resolve(folder);

const [guide, problems] = [await readGuide(), readProblems()];
const index = searchIndex([...guide, ...problems]);
const indexFile = `assets/search-${hash(index)}.json`;

// The templates load scripts and styles from assets/. The names of assets contain hashes.
const source = join(import.meta.dirname, "../src");
const inputs = ["page.html", "reference.html", "theme.ts"].map((name) => join(source, name));
await build({
  root: source,
  base: "/docs/",
  configFile: false,
  logLevel: "warn",
  build: {
    outDir: out,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: inputs },
  },
});
const [theme] = await Array.fromAsync(glob("assets/theme-*.js", { cwd: out }));
const assets = { theme: `/docs/${theme}`, index: `/docs/${indexFile}` };

await write(indexFile, index);
const template = await readFile(join(out, "page.html"), "utf8");
for (const [path, pages] of Object.entries({ guide, problems, "": [notFound()] }))
  for (const page of pages)
    await write(
      join(path, `${page.name}.html`),
      fillTemplate(template, { ...assets, ...pageParts(page, guide) }),
    );
const reference = await readFile(join(out, "reference.html"), "utf8");
const script = await referenceScript();
const scriptFile = `assets/scalar-${hash(script)}.js`;
await write(scriptFile, script);
await write(
  "api/index.html",
  fillTemplate(reference, { ...assets, reference: `/docs/${scriptFile}` }),
);
await cp(join(GUIDE, "pictures"), join(out, "pictures"), { recursive: true });
await compress();
// No registry has the SDK.
await using scratch = await mkdtempDisposable(join(tmpdir(), "tms-sdk-"));
await cp(await packSdk(scratch.path), join(out, "tms-sdk.tgz"));

function hash(content: string): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 12);
}

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(out, path)), { recursive: true });
  await writeFile(join(out, path), content);
}

/** Returns the script of the API reference. Its package only serves it. */
async function referenceScript(): Promise<string> {
  const server = fastify();
  await server.register(scalar, { routePrefix: "/api", configuration: { url: "/openapi.json" } });
  const { body } = await server.inject("/api/js/scalar.js");
  await server.close();
  // Base64 for a joke. It is the placeholder of the fields for keys, and no option changes it.
  return body.replaceAll("QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT", "tms_test_…");
}

/** Adds compressed files, which the gateway sends to browsers that accept them. */
async function compress(): Promise<void> {
  // The last steps of quality take ten times as long for two percent.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  for await (const name of glob("**/*.{html,js,css,svg,json}", { cwd: out })) {
    const content = await readFile(join(out, name));
    await writeFile(join(out, `${name}.br`), await promisify(brotliCompress)(content, { params }));
  }
}
