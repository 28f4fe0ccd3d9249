import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { writeApiTypes } from "./api-types.ts";

const packageFolder = join(import.meta.dirname, "..");
const WITHIN_MS = 120_000;
const run = promisify(execFile);

interface Manifest {
  version: string;
  publishConfig: object;
  devDependencies: object;
}

/**
 * Builds the package that is published in a folder of its own, with types of the API as it is now,
 * and packs it. Returns the archive's path.
 */
export async function packSdk(folder: string): Promise<string> {
  const built = join(folder, "package");
  await mkdir(built, { recursive: true });
  await writeApiTypes();
  const tsc = join(packageFolder, "node_modules/typescript/bin/tsc");
  const config = join(packageFolder, "tsconfig.build.json");
  const options = ["-p", config, "--outDir", join(built, "dist")];
  await run(process.execPath, [tsc, ...options], { timeout: WITHIN_MS });
  const manifest = await publishedManifest();
  await writeFile(join(built, "README.md"), await publishedReadme());
  await writeFile(join(built, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  const archive = join(folder, `tms-sdk-${manifest.version}.tgz`);
  await run("tar", ["-czf", archive, "-C", folder, "package"], { timeout: WITHIN_MS });
  return archive;
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
async function publishedManifest() {
  const text = await readFile(join(packageFolder, "package.json"), "utf8");
  const { publishConfig, devDependencies, ...manifest } = JSON.parse(text) as Manifest;
  void devDependencies;
  return { ...manifest, ...publishConfig };
}
