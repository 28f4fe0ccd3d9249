import { execFile } from "node:child_process";
import { glob, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { writeApiTypes } from "./api-types.ts";
import { toArchive } from "./archive.ts";

const packageFolder = join(import.meta.dirname, "..");
const TIMEOUT_MS = 120_000;
const run = promisify(execFile);

interface Manifest {
  version: string;
  publishConfig: object;
  devDependencies: object;
}

/**
 * Packs the published package, with the current types of the API. Returns the path of the archive. The same
 * package gives the same bytes, because lockfiles contain the hash of the archive.
 */
export async function packSdk(folder: string): Promise<string> {
  const built = join(folder, "package");
  await mkdir(built, { recursive: true });
  await writeApiTypes();
  const tsc = join(import.meta.dirname, "node_modules/typescript/bin/tsc");
  const config = join(import.meta.dirname, "tsconfig.json");
  const options = ["-p", config, "--outDir", join(built, "dist")];
  await run(process.execPath, [tsc, ...options], { timeout: TIMEOUT_MS });
  // The package has the README without the part about this repository, and the values of `publishConfig`
  // without those of the workspace.
  const [readme = ""] = (await read("README.md")).split("\n## In this repository\n");
  const {
    publishConfig,
    devDependencies: _,
    ...common
  } = JSON.parse(await read("package.json")) as Manifest;
  const manifest = { ...common, ...publishConfig };
  await writeFile(join(built, "README.md"), readme);
  await writeFile(join(built, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  const archive = join(folder, `tms-sdk-${manifest.version}.tgz`);
  await writeFile(archive, toArchive(await readFiles(folder)));
  return archive;
}

/** Returns the files of the package by their path in the archive. */
async function readFiles(folder: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  // Each file has an extension, and no folder has one.
  for await (const path of glob("package/**/*.*", { cwd: folder }))
    files.set(path, await readFile(join(folder, path)));
  return files;
}

const read = (file: string) => readFile(join(packageFolder, file), "utf8");

// `pnpm sdk:pack [FOLDER]` prints the path of the archive.
if (import.meta.main)
  console.log(await packSdk(process.argv[2] ?? (await mkdtemp(join(tmpdir(), "tms-sdk-")))));
