import { existsSync } from "node:fs";
import { readdir, realpath, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { endLeftoverPostgres } from "../servers/postgres.ts";
import { endLeftoverRedis } from "../servers/redis.ts";
import { folderFailure } from "./folder.ts";

const FILES = /^(demo-game|callers|caller-tokens|identity-keys)\.json(\.new)?$|^tms\.env(\.new)?$/;
const LOCK = /^lock(\.pid)?$/;

/** The folders that `start` creates in a data folder, with the names of their entries. */
const FOLDERS: Readonly<Record<string, RegExp>> = {
  postgres: /^(cluster|cluster\.new|password|postgres\.log(\.1)?|lock(\.pid)?)$/,
  redis: /^(appendonlydir|redis\.(conf|pid|log(\.1)?)|temp-rewriteaof.*\.aof|lock(\.pid)?)$/,
  logs: /^(wallet|game|tournament|entry|settlement|identity|events|gateway)\.log$/,
};

/** Deletes the files of `start` in a locked data folder. Returns the other paths, except the lock's. */
export async function clearDataFolder(folder: string): Promise<string[]> {
  try {
    const kept: string[] = [];
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const { name } = entry;
      // `isDirectory` is false for a link, so the target of a link is never deleted.
      if (entry.isDirectory() && isOwnFolder(folder, name))
        kept.push(...(await clearOwnFolder(folder, name)));
      else if (!entry.isDirectory() && FILES.test(name)) await rm(join(folder, name));
      else if (!LOCK.test(name)) kept.push(name);
    }
    return kept;
  } catch (error) {
    throw folderFailure(folder, error);
  }
}

/** Returns whether `start` created a folder. Server folders of other programs have no lock.pid. */
const isOwnFolder = (folder: string, name: string): boolean =>
  name === "logs" || (name in FOLDERS && existsSync(join(folder, name, "lock.pid")));

async function clearOwnFolder(folder: string, name: string): Promise<string[]> {
  const path = await realpath(join(folder, name));
  // A server that outlived a killed start must end first, because its files identify it.
  if (name === "postgres") await endLeftoverPostgres(path);
  if (name === "redis") await endLeftoverRedis(path);
  const kept: string[] = [];
  for (const entry of await readdir(path))
    if (FOLDERS[name]?.test(entry)) await rm(join(path, entry), { recursive: true });
    else kept.push(join(name, entry));
  if (kept.length === 0) await rmdir(path);
  return kept;
}
