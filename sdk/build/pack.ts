import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { writeApiTypes } from "./api-types.ts";

const packageFolder = join(import.meta.dirname, "..");
const WITHIN_MS = 120_000;
const run = promisify(execFile);

interface Manifest {
  publishConfig: object;
  devDependencies: object;
}

/**
 * Builds the package that is published in a folder of its own, with types of the API as it is now,
 * and packs it. Returns the archive's path.
 */
export async function packSdk(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeApiTypes();
  const tsc = join(packageFolder, "../node_modules/.bin/tsc");
  const config = join(packageFolder, "tsconfig.build.json");
  await run(tsc, ["-p", config, "--outDir", join(folder, "dist")], { timeout: WITHIN_MS });
  await writeFile(join(folder, "README.md"), await publishedReadme());
  await writeFile(join(folder, "package.json"), await publishedManifest());
  await run("pnpm", ["pack"], { cwd: folder, timeout: WITHIN_MS });
  const archive = (await readdir(folder)).find((name) => name.endsWith(".tgz"));
  if (archive === undefined) throw new Error("nothing was packed");
  return join(folder, archive);
}

/** The README without what it tells of this repository. */
async function publishedReadme(): Promise<string> {
  const text = await readFile(join(packageFolder, "README.md"), "utf8");
  const [published = "", rest] = text.split("## In this repository\n");
  if (rest === undefined)
    throw new Error("the README no longer says where it is about this repository");
  return `${published.trimEnd()}\n`;
}

/** The manifest with `publishConfig` in force, and nothing that only the workspace needs. */
async function publishedManifest(): Promise<string> {
  const text = await readFile(join(packageFolder, "package.json"), "utf8");
  const { publishConfig, devDependencies, ...manifest } = JSON.parse(text) as Manifest;
  void devDependencies;
  return `${JSON.stringify({ ...manifest, ...publishConfig }, null, 2)}\n`;
}
