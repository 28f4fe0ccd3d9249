import { execFile } from "node:child_process";
import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { repository } from "../paths.ts";
import { sourcesHash } from "./sources-hash.ts";

/** Pages that are built of sources, and served by the gateway. Paths are those in the repository. */
export interface Built {
  /** The package that builds them: by its build/bundle.ts, into its dist/. */
  folder: string;
  /** What else they are made of. */
  sources: readonly string[];
}

const HASH_FILE = ".hash";
const BUILDS_WITHIN_MS = 120_000;

/**
 * Builds pages, unless those that were built last are of the same sources. They are made in a folder
 * of their own and put into place when they are whole, so that two builds at a time do no harm.
 */
export async function buildOnce(pages: Built, signal?: AbortSignal): Promise<void> {
  const built = join(repository, pages.folder, "dist");
  const hash = await sourcesHash([pages.folder, ...pages.sources]);
  if ((await builtHash(built)) === hash) return;
  const folder = await mkdtemp(`${built}-`);
  try {
    // A process of its own: a bundler needs half a gigabyte, which its end gives back.
    const script = join(repository, pages.folder, "build/bundle.ts");
    await promisify(execFile)(process.execPath, [script, folder], {
      timeout: BUILDS_WITHIN_MS,
      ...(signal && { signal }),
    });
    await writeFile(join(folder, HASH_FILE), hash);
    const old = `${folder}-old`;
    await rename(built, old).catch(() => undefined);
    await rename(folder, built);
    await rm(old, { recursive: true, force: true });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    // Another build of the same sources was quicker.
    if ((await builtHash(built)) !== hash) throw error;
  }
}

const builtHash = (built: string): Promise<string | undefined> =>
  readFile(join(built, HASH_FILE), "utf8").catch(() => undefined);
