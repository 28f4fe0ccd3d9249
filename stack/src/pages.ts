import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { glob, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { repository } from "./paths.ts";

export interface Pages {
  /** A package with a build/bundle.ts. The built pages replace the package's dist/. */
  folder: string;
  sources: readonly string[];
}

const DASHBOARD: Pages = { folder: "dashboard", sources: [] };
// Some pages are generated from the gateway's description of its API and from the commands of the SDK. The
// API has the resources of `services/resources`, and rules and texts of the kit and the protos.
export const SITE: Pages = {
  folder: "site",
  sources: [
    "docs/guide",
    "gateway/src",
    "proto/gen",
    "sdk",
    "services/kit/src",
    "services/resources/src",
  ],
};

export async function buildPages(signal?: AbortSignal): Promise<void> {
  // A failed build must not stop the other build.
  const builds = await Promise.allSettled([buildOnce(DASHBOARD, signal), buildOnce(SITE, signal)]);
  for (const build of builds) if (build.status === "rejected") throw build.reason;
}

const HASH_FILE = ".hash";
// A build takes seconds, or minutes on a machine that is busy with other work.
const TIMEOUT_MS = 600_000;

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

/** The names that the hash leaves out. The hash of the lockfile covers the dependencies. */
const EXCLUDED = /^(node_modules|dist.*|\..*)$/;
/** Generated types, which the hash leaves out. They may be missing, and the gateway's sources define them. */
const GENERATED = /^(dashboard\/src\/api\/schema\.d\.ts|sdk\/src\/api\/schema\.ts)$/;

async function hashSources(folders: readonly string[]): Promise<string> {
  const files = ["pnpm-lock.yaml"];
  const patterns = folders.map((folder) => `${folder}/**`);
  const exclude = ({ name }: { name: string }) => EXCLUDED.test(name);
  for await (const entry of glob(patterns, { cwd: repository, withFileTypes: true, exclude }))
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name).slice(repository.length + 1));
  const hash = createHash("sha256");
  for (const file of files.filter((path) => !GENERATED.test(path)).toSorted()) {
    const content = await readFile(join(repository, file));
    hash.update(`${file}\0`).update(content).update("\0");
  }
  return hash.digest("hex");
}
