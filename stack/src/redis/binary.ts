import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { glob } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { makeFolder } from "../folder/folder.ts";
import { cacheDir, repository } from "../paths.ts";

export interface RedisBinary {
  file: string;
  /** The variables with which the program finds its libraries. */
  env: NodeJS.ProcessEnv;
  /** The end of the phrase "Redis from …". */
  source: string;
}

/**
 * Finds the Redis of this machine, or unpacks the distribution's package, which needs no right to install
 * packages. Returns null if both fail.
 */
export async function findRedis(interruption?: AbortSignal): Promise<RedisBinary | null> {
  // Distributions install servers in sbin, which may be missing from PATH.
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
  for (const folder of folders) {
    const redis = { file: join(folder, "redis-server"), env: {}, source: "this machine" };
    if (folder && (await runs(redis))) return redis;
  }
  const unpacked = await unpackRedis(join(cacheDir(), "redis"), interruption);
  interruption?.throwIfAborted();
  if (!unpacked) return null;
  const redis = { ...unpacked, source: "the distribution's package" };
  return (await runs(redis)) ? redis : null;
}

/** Returns whether the program exists, is executable, and finds its libraries. */
const runs = ({ file, env }: Omit<RedisBinary, "source">): Promise<boolean> =>
  promisify(execFile)(file, ["--version"], { env: { ...process.env, ...env } }).then(
    () => true,
    () => false,
  );

/** `start` can run without Redis, so a mirror that does not respond must not block it for long. */
const UNPACK_MS = 120_000;

/**
 * Unpacks the distribution's Redis and the libraries that this machine lacks, unless the folder exists.
 * Returns null without apt or without a network.
 */
export async function unpackRedis(folder: string, signal?: AbortSignal) {
  try {
    if (!existsSync(folder)) {
      await makeFolder(dirname(folder));
      const script = join(repository, "runtime/unpack-package");
      const options = { timeout: UNPACK_MS, ...(signal && { signal }) };
      await promisify(execFile)(script, ["redis-server", folder], options);
    }
  } catch {
    return null;
  }
  const libraries: string[] = [];
  for await (const library of glob(["usr/lib/*-linux-*", "lib/*-linux-*"], { cwd: folder }))
    libraries.push(join(folder, library));
  return {
    file: join(folder, "usr/bin/redis-server"),
    env: { LD_LIBRARY_PATH: libraries.join(delimiter) },
  };
}
