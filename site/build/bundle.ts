import { createHash } from "node:crypto";
import { cp, glob, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import scalar from "@scalar/fastify-api-reference";
import { packSdk } from "@tms/sdk/build/pack";
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

const templates = await buildTemplates();
const [guide, problems] = [await readGuide(), readProblems()];
const index = searchIndex([...guide, ...problems]);
const indexFile = `assets/search-${createHash("sha256").update(index).digest("hex").slice(0, 12)}.json`;
const shared = { theme: templates.theme, index: `/docs/${indexFile}` };

await write(indexFile, index);
for (const [path, pages] of Object.entries({ guide, problems, "": [notFound()] }))
  for (const page of pages)
    await write(
      join(path, `${page.name}.html`),
      fillTemplate(templates.page, { ...shared, ...pageParts(page, guide) }),
    );
await write("api/index.html", fillTemplate(templates.reference, shared));
await write("api/js/scalar.js", await referenceScript());
await cp(join(GUIDE, "pictures"), join(out, "pictures"), { recursive: true });
await compress();
await copySdk();

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(out, path)), { recursive: true });
  await writeFile(join(out, path), content);
}

/** Builds scripts and styles into assets/. Returns the templates of pages with the addresses of the assets. */
async function buildTemplates() {
  const root = join(import.meta.dirname, "../src");
  await build({
    root,
    base: "/docs/",
    configFile: false,
    logLevel: "warn",
    build: {
      outDir: out,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: ["page.html", "reference.html", "theme.ts"].map((name) => join(root, name)),
      },
    },
  });
  const take = async (name: string) => {
    const template = await readFile(join(out, name), "utf8");
    await rm(join(out, name));
    return template;
  };
  const [theme = ""] = await Array.fromAsync(glob("assets/theme-*.js", { cwd: out }));
  return {
    page: await take("page.html"),
    reference: await take("reference.html"),
    theme: `/docs/assets/${basename(theme)}`,
  };
}

/** Returns the script of the API reference. Its package only serves it. */
async function referenceScript(): Promise<string> {
  const server = fastify();
  await server.register(scalar, { routePrefix: "/api", configuration: { url: "/openapi.json" } });
  const { body } = await server.inject("/api/js/scalar.js");
  await server.close();
  return body;
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

/** Packs the SDK, which no registry has. */
async function copySdk(): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), "tms-sdk-"));
  try {
    await cp(await packSdk(scratch), join(out, "tms-sdk.tgz"));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
