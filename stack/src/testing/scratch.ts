import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { LEAKS_FOLDER, searchLogs } from "@tms/kit/testing/leaks";
import { cacheDir } from "../paths.ts";

/**
 * Makes a folder that any account may enter: servers that root starts run as another account. It
 * lies in memory where there is room, since a new Postgres or database makes a thousand files. In a run of
 * the suites it lies in the folder of the run, which is also removed if a worker is killed.
 */
export const makeScratch = async (name: string): Promise<Scratch> =>
  makeIn(process.env[LEAKS_FOLDER] ?? (await inMemory()) ?? cacheDir(), name);

/** Makes the folder on the disk, for what is measured or has to survive there. */
export const makeScratchOnDisk = (name: string): Promise<Scratch> => makeIn(cacheDir(), name);

export type Scratch = Awaited<ReturnType<typeof makeIn>>;

async function makeIn(parent: string, name: string) {
  const created = await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, `${name}-${process.pid}-`));
  // By default, or by the umask, only this account may enter.
  for (const path of [created ?? folder, folder]) await chmod(path, 0o755);
  return {
    folder,
    /** Removes the folder. Its logs may hold no secret. */
    async remove() {
      await searchLogs(folder);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const MEMORY = "/dev/shm";
// A whole run keeps less than a third of that at any time.
const ROOM_BYTES = 3 * 1024 ** 3;

/** A folder in memory with enough room, where the machine has one. */
async function inMemory(): Promise<string | undefined> {
  if (!existsSync(MEMORY)) return undefined;
  const { bavail, bsize } = await statfs(MEMORY);
  return bavail * bsize >= ROOM_BYTES ? MEMORY : undefined;
}
