import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { writeApiTypes } from "./api-types.ts";

const packageFolder = join(import.meta.dirname, "..");
const TIMEOUT_MS = 120_000;
const run = promisify(execFile);

interface Manifest {
  version: string;
  publishConfig: object;
  devDependencies: object;
}

/**
 * Builds the published package in a folder, with the current types of the API, and packs it. Returns the path
 * of the archive.
 */
export async function packSdk(folder: string): Promise<string> {
  const built = join(folder, "package");
  await mkdir(built, { recursive: true });
  await writeApiTypes();
  const tsc = join(import.meta.dirname, "node_modules/typescript/bin/tsc");
  const config = join(import.meta.dirname, "tsconfig.json");
  const options = ["-p", config, "--outDir", join(built, "dist")];
  await run(process.execPath, [tsc, ...options], { timeout: TIMEOUT_MS });
  const manifest = await publishedManifest();
  await writeFile(join(built, "README.md"), await publishedReadme());
  await writeFile(join(built, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  const archive = join(folder, `tms-sdk-${manifest.version}.tgz`);
  await run("tar", ["-czf", archive, "-C", folder, "package"], { timeout: TIMEOUT_MS });
  return archive;
}

/** Returns the README without the part about this repository. */
async function publishedReadme(): Promise<string> {
  const text = await readFile(join(packageFolder, "README.md"), "utf8");
  const [published = ""] = text.split("## In this repository\n");
  return `${published.trimEnd()}\n`;
}

/** Returns the manifest with the values of `publishConfig`, and without those of the workspace. */
async function publishedManifest() {
  const text = await readFile(join(packageFolder, "package.json"), "utf8");
  const { publishConfig, devDependencies, ...manifest } = JSON.parse(text) as Manifest;
  void devDependencies;
  return { ...manifest, ...publishConfig };
}

// `pnpm sdk:pack [FOLDER]` prints the path of the archive.
if (import.meta.main)
  console.log(await packSdk(process.argv[2] ?? (await mkdtemp(join(tmpdir(), "tms-sdk-")))));
