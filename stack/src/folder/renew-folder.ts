import { readFile, readdir, realpath, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { folderFailure } from "./folder.ts";
import { endLeftoverPostgres } from "../postgres/postgres.ts";
import { endLeftoverRedis } from "../redis/redis.ts";

/** The files that `start` makes in a data folder, and the lock, which it holds. */
const OWN_FILES = /^(demo-game\.json|tms\.env|(caller(s|-tokens)|identity-keys)\.json(\.new)?)$/;
const LOCK = /^lock(\.pid)?$/;

/** A folder that `start` makes in a data folder. */
interface OwnFolder {
  /** The entries that it makes in there. */
  files: RegExp;
  /** Whether it made the folder, which by its name alone may be anybody's. */
  isOwn: (path: string) => Promise<boolean>;
  /** Without its files a server that outlived a killed start could no longer be recognised. */
  endLeftover: (path: string) => Promise<void>;
}

const OWN_FOLDERS: Readonly<Record<string, OwnFolder>> = {
  postgres: {
    files: /^(cluster|cluster\.new|password|postgres\.log(\.1)?|lock(\.pid)?)$/,
    isOwn: async (path) =>
      (await holds(path, "password", /^[\w-]{32}\n$/)) ||
      // An interrupted start may have got no further.
      (await holdsOnly(path, /^(cluster\.new|postgres\.log(\.1)?|lock(\.pid)?)$/)),
    endLeftover: endLeftoverPostgres,
  },
  redis: {
    files: /^(appendonlydir|redis\.(conf|pid|log(\.1)?)|temp-rewriteaof.*\.aof|lock(\.pid)?)$/,
    isOwn: async (path) =>
      (await holds(path, "redis.conf", /^bind 127\.0\.0\.1\nport \d+\ndir "/)) ||
      (await holdsOnly(path, LOCK)),
    endLeftover: endLeftoverRedis,
  },
  logs: {
    files: /^(wallet|game|tournament|entry|settlement|identity|events|gateway)\.log$/,
    isOwn: async () => true,
    endLeftover: async () => undefined,
  },
};

/** Removes from a locked data folder what `start` made there; returns what it left alone. */
export async function renewFolder(folder: string): Promise<string[]> {
  const own = await ownFolders(folder).catch(failure(folder));
  // Servers are recognised by the real path.
  for (const [name, { endLeftover }] of own) await endLeftover(await realpath(join(folder, name)));
  return await empty(folder, own).catch(failure(folder));
}

async function ownFolders(folder: string): Promise<Map<string, OwnFolder>> {
  const found = new Map<string, OwnFolder>();
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    // A link is somebody's own, and so is what it leads to.
    const own = entry.isDirectory() ? OWN_FOLDERS[entry.name] : undefined;
    if (own !== undefined && (await own.isOwn(join(folder, entry.name))))
      found.set(entry.name, own);
  }
  return found;
}

async function empty(folder: string, folders: Map<string, OwnFolder>): Promise<string[]> {
  const kept: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const { name } = entry;
    const own = folders.get(name);
    if (own !== undefined) kept.push(...(await emptyOwn(folder, name, own)));
    else if (!entry.isDirectory() && OWN_FILES.test(name)) await rm(join(folder, name));
    else if (!LOCK.test(name)) kept.push(name);
  }
  return kept;
}

async function emptyOwn(folder: string, name: string, { files }: OwnFolder): Promise<string[]> {
  const path = join(folder, name);
  const entries = await readdir(path);
  for (const entry of entries)
    if (files.test(entry)) await rm(join(path, entry), { recursive: true });
  const kept = entries.filter((entry) => !files.test(entry));
  if (kept.length === 0) await rmdir(path);
  return kept.map((entry) => join(name, entry));
}

const failure =
  (folder: string) =>
  (error: unknown): never => {
    throw folderFailure(folder, error);
  };

async function holds(path: string, name: string, text: RegExp): Promise<boolean> {
  return text.test(await readFile(join(path, name), "utf8").catch(() => ""));
}

async function holdsOnly(path: string, names: RegExp): Promise<boolean> {
  return (await readdir(path)).every((name) => names.test(name));
}
