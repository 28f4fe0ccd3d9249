import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { glob } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { makeFolder } from "../folder/folder.ts";
import { repository } from "../paths.ts";

export interface UnpackedPackages {
  folder: string;
  libraries: string[];
}

const SCRIPT = join(repository, "runtime/unpack-package");

/** A mirror that does not answer must not hold up a start that can do without Redis. */
const UNPACK_MS = 120_000;

/**
 * Unpacks the distribution's Redis, with what it needs and this machine lacks, into a folder, once.
 * Null where that cannot be done: no apt, no network.
 */
export async function unpackRedis(
  folder: string,
  signal?: AbortSignal,
): Promise<UnpackedPackages | null> {
  try {
    if (!existsSync(folder)) {
      await makeFolder(dirname(folder));
      const options = { timeout: UNPACK_MS, signal };
      await promisify(execFile)(SCRIPT, ["redis-server", folder], options);
    }
  } catch {
    return null;
  }
  const libraries: string[] = [];
  for await (const library of glob(["usr/lib/*-linux-*", "lib/*-linux-*"], { cwd: folder })) {
    libraries.push(join(folder, library));
  }
  return { folder, libraries };
}
