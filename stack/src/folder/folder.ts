import { existsSync, statfsSync, writeFileSync } from "node:fs";
import { access, constants, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DiskFullError, StackError } from "../stack-error.ts";

export async function makeFolder(folder: string): Promise<void> {
  try {
    await makeMissing(folder);
    // The dot makes this fail for a file.
    await access(`${folder}/.`, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw folderFailure(folder, error);
  }
}

/** Creates a folder and its parents. Node's recursive mkdir never returns below /proc. */
async function makeMissing(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  await makeMissing(dirname(folder));
  await mkdir(folder).catch((error: unknown) => {
    // Another process may have created the folder.
    if (!existsSync(folder)) throw error;
  });
}

/** Postgres and Redis need a few pages of disk space to start. */
const MIN_FREE_BYTES = 64 * 1024;

/** Returns whether a disk is full, by the log or by its free space. A full disk can cut off the log. */
export function isDiskFull(folder: string, log: string): boolean {
  if (/ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/i.test(log)) return true;
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < MIN_FREE_BYTES;
}

export function folderFailure(folder: string, error: unknown): StackError {
  const reason = String(error);
  if (isDiskFull(folder, reason)) return new DiskFullError(folder, error);
  const fault = /ENOTDIR|EEXIST/.test(reason)
    ? "is not a folder"
    : /ENOENT/.test(reason)
      ? "cannot be created"
      : "is not writable for this account";
  return new StackError(
    `The data folder ${folder} ${fault}.`,
    "Run `start` as the account that owns the folder, or set TMS_DATA_DIR to another folder.",
    { cause: error },
  );
}

export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new StackError(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
      "Run `start` as the account that owns the file.",
      { cause: error },
    );
  }
}

/** Returns the string members of a JSON file, or {} if the file is missing or damaged. */
export async function readTexts(file: string): Promise<Partial<Record<string, string>>> {
  const text = await readIfThere(file);
  try {
    const values = Object.entries(JSON.parse(text ?? "{}") as Record<string, unknown>);
    const texts = values.filter((entry): entry is [string, string] => typeof entry[1] === "string");
    return Object.fromEntries(texts);
  } catch {
    return {};
  }
}

/** Writes a file atomically. Only its owner can read the file. Creates the folder if it is missing. */
export async function writePrivately(file: string, text: string): Promise<void> {
  await makeFolder(dirname(file));
  try {
    await writeFile(`${file}.new`, text, { mode: 0o600, flush: true });
    await rename(`${file}.new`, file);
  } catch (error) {
    throw folderFailure(dirname(file), error);
  }
}

/** The error of SQLite if another process holds the lock: https://www.sqlite.org/rescode.html#busy */
const BUSY = 5;

/** Keeps the locks from garbage collection, which would release them. */
const held = new Set<DatabaseSync>();

/**
 * Locks a folder for this process. Throws a StackError that names the process which holds the lock. The
 * lock is an open SQLite transaction, because the kernel drops its file lock when the process dies.
 */
export async function lockFolder(folder: string): Promise<{ release(): void }> {
  await makeFolder(folder);
  const ownerFile = join(folder, "lock.pid");
  const database = new DatabaseSync(join(folder, "lock"), { open: false, timeout: 0 });
  try {
    database.open();
    // Nothing is written, so no journal file is needed.
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    writeFileSync(ownerFile, `${process.pid}\n`);
  } catch (error) {
    if (database.isOpen) database.close();
    if (!(error instanceof Error && "errcode" in error && error.errcode === BUSY))
      throw folderFailure(folder, error);
    throw new StackError(
      `The data folder ${folder} is in use by another start command (process ${await readOwner(ownerFile)}).`,
      "Use the running product, stop it first, or set TMS_DATA_DIR to another folder.",
    );
  }
  held.add(database);
  return {
    release() {
      if (held.delete(database)) database.close();
    },
  };
}

/** Returns the process id of the lock's owner, or "unknown" if the owner has not written it yet. */
const readOwner = (ownerFile: string): Promise<string> =>
  readFile(ownerFile, "utf8").then(
    (text) => text.trim() || "unknown",
    () => "unknown",
  );
