import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StackError } from "../stack-error.ts";
import { folderFailure, makeFolder } from "./folder.ts";

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
      `The data folder ${folder} is in use by another start command (process ${readOwner(ownerFile)}).`,
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

function readOwner(ownerFile: string): string {
  try {
    return readFileSync(ownerFile, "utf8").trim() || "unknown";
  } catch {
    // The owner has the lock, but has not written its id yet.
    return "unknown";
  }
}
