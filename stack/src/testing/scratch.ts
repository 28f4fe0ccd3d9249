import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { searchLogs } from "@tms/kit/testing/leaks";
import { cacheDir } from "../paths.ts";

/**
 * Makes a folder that any account may enter: servers that root starts run as another account. It
 * lies in memory where there is room, since a new Postgres or database makes a thousand files.
 */
export const makeScratch = async (name: string): Promise<Scratch> =>
  makeIn((await inMemory()) ?? cacheDir(), name);

/** Makes the folder on the disk, for what is measured or has to survive there. */
export const makeScratchOnDisk = (name: string): Promise<Scratch> => makeIn(cacheDir(), name);

export type Scratch = Awaited<ReturnType<typeof makeIn>>;

async function makeIn(parent: string, name: string) {
  const folder = join(parent, `${name}-${process.pid}-${randomUUID()}`);
  await mkdir(folder, { recursive: true });
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
