import { execFile } from "node:child_process";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { cacheDir } from "../paths.ts";
import { unpackRedis } from "./package.ts";

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
