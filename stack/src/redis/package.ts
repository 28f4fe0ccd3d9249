import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { glob } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { makeFolder } from "../folder/folder.ts";
import { repository } from "../paths.ts";

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
