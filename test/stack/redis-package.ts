import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, glob, mkdtemp, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { makeFolder } from "./folder.ts";

export interface UnpackedPackages {
  folder: string;
  libraries: string[];
}

const run = promisify(execFile);

/** A mirror that does not answer must not hold up a start that can do without Redis. */
const DOWNLOAD_MS = 60_000;

/**
 * Unpacks the distribution's Redis, with what it needs and this machine lacks, into a folder, once.
 * Null where that cannot be done: no apt, no package lists, no network.
 */
export async function unpackRedis(folder: string): Promise<UnpackedPackages | null> {
  try {
    if (!existsSync(folder)) await downloadTo(folder);
  } catch {
    return null;
  }
  const libraries: string[] = [];
  for await (const library of glob(["usr/lib/*-linux-*", "lib/*-linux-*"], { cwd: folder })) {
    libraries.push(join(folder, library));
  }
  return { folder, libraries };
}

async function downloadTo(folder: string): Promise<void> {
  const packages = await missingPackages();
  await makeFolder(dirname(folder));
  const work = await mkdtemp(join(dirname(folder), `${basename(folder)}-`));
  try {
    await run("apt-get", ["download", ...packages], { cwd: work, timeout: DOWNLOAD_MS });
    const root = join(work, "root");
    for await (const file of glob("*.deb", { cwd: work })) {
      await run("dpkg", ["-x", join(work, file), root]);
    }
    // Packages may carry a closed root folder; the server may run as another account.
    await chmod(root, 0o755);
    await rename(root, folder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** A simulated installation needs no rights and names just the packages that are not there yet. */
async function missingPackages(): Promise<string[]> {
  const args = ["install", "--simulate", "--no-install-recommends", "redis-server"];
  const { stdout } = await run("apt-get", args, { timeout: DOWNLOAD_MS });
  return [...stdout.matchAll(/^Inst (\S+)/gm)].flatMap(([, name]) => name ?? []);
}
