import { execFile } from "node:child_process";
import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { packageFolder, sourcesHash } from "./sources-hash.ts";

const BUILT = join(packageFolder, "dist");
const HASH_FILE = ".hash";
const BUILDS_WITHIN_MS = 120_000;

/**
 * Builds the page, unless the one that was built last is of the same sources. It is made in a folder
 * of its own and put into place when it is whole, so that two builds at a time do no harm.
 */
export async function buildDashboard(signal?: AbortSignal): Promise<void> {
  const hash = await sourcesHash();
  if ((await builtHash()) === hash) return;
  const folder = await mkdtemp(`${BUILT}-`);
  try {
    // A process of its own: the bundler needs half a gigabyte, which its end gives back.
    const script = join(import.meta.dirname, "bundle.ts");
    await promisify(execFile)(process.execPath, [script, folder], {
      timeout: BUILDS_WITHIN_MS,
      ...(signal && { signal }),
    });
    await writeFile(join(folder, HASH_FILE), hash);
    const old = `${folder}-old`;
    await rename(BUILT, old).catch(() => undefined);
    await rename(folder, BUILT);
    await rm(old, { recursive: true, force: true });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    // Another build of the same sources was quicker.
    if ((await builtHash()) !== hash) throw error;
  }
}

const builtHash = (): Promise<string | undefined> =>
  readFile(join(BUILT, HASH_FILE), "utf8").catch(() => undefined);
