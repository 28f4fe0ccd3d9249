import { execFile } from "node:child_process";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { cacheDir } from "../paths.ts";
import { unpackRedis } from "./package.ts";

export interface RedisBinary {
  file: string;
  /** The environment in which the program finds its libraries. */
  env: NodeJS.ProcessEnv;
  /** Completes the sentence "Redis from …". */
  source: string;
}

/**
 * The Redis of this machine: an installed one, else one unpacked from the distribution's package,
 * which takes a package manager and its lists but no right to install anything, else null.
 */
export async function findRedis(interruption?: AbortSignal): Promise<RedisBinary | null> {
  return (await installed()) ?? (await unpacked(interruption));
}

async function installed(): Promise<RedisBinary | null> {
  // Distributions put servers into sbin, which is not on the path of ordinary accounts.
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
  for (const folder of folders) {
    const redis = { file: join(folder, "redis-server"), env: {}, source: "this machine" };
    if (folder && (await runs(redis))) return redis;
  }
  return null;
}

async function unpacked(interruption?: AbortSignal): Promise<RedisBinary | null> {
  const root = await unpackRedis(join(cacheDir(), "redis"), interruption);
  interruption?.throwIfAborted();
  if (!root) return null;
  const redis = {
    file: join(root.folder, "usr/bin/redis-server"),
    env: { LD_LIBRARY_PATH: root.libraries.join(delimiter) },
    source: "the distribution's package",
  };
  return (await runs(redis)) ? redis : null;
}

/** The one test that a program is there, is executable, and finds all its libraries. */
async function runs({ file, env }: RedisBinary): Promise<boolean> {
  return promisify(execFile)(file, ["--version"], { env: { ...process.env, ...env } }).then(
    () => true,
    () => false,
  );
}
