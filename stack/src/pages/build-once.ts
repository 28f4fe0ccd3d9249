import { execFile } from "node:child_process";
import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { repository } from "../paths.ts";
import { hashSources } from "./sources-hash.ts";

/** Pages that the gateway serves. Paths are relative to the repository. */
export interface Pages {
  /** The package whose build/bundle.ts writes the pages to its dist/. */
  folder: string;
  /** Other sources of the pages. */
  sources: readonly string[];
}

const HASH_FILE = ".hash";
const TIMEOUT_MS = 120_000;

/**
 * Builds pages, unless their sources are the same as in the last build. Replaces the folder only when the
 * build is complete, so that two builds can run at the same time.
 */
export async function buildOnce(pages: Pages, signal?: AbortSignal): Promise<void> {
  const built = join(repository, pages.folder, "dist");
  const hash = await hashSources([pages.folder, ...pages.sources]);
  if ((await readHash(built)) === hash) return;
  const folder = await mkdtemp(`${built}-`);
  try {
    // A process of its own frees the half gigabyte of memory that a bundler takes.
    const script = join(repository, pages.folder, "build/bundle.ts");
    const options = { timeout: TIMEOUT_MS, ...(signal && { signal }) };
    await promisify(execFile)(process.execPath, [script, folder], options);
    await writeFile(join(folder, HASH_FILE), hash);
    await rename(built, `${folder}-old`).catch(() => undefined);
    await rename(folder, built);
    await rm(`${folder}-old`, { recursive: true, force: true });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    // Another build of the same sources may have been faster.
    if ((await readHash(built)) !== hash) throw error;
  }
}

const readHash = (built: string): Promise<string | undefined> =>
  readFile(join(built, HASH_FILE), "utf8").catch(() => undefined);
