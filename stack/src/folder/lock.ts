import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { serverAccount } from "./account.ts";
import { isDiskFull, leaveToOwner, makeFolder } from "./folder.ts";
import { DiskFullError, StackError } from "../stack-error.ts";

export interface FolderLock {
  /** May be called again, to no effect. */
  release(): void;
}

/** SQLite's error when another process holds the lock: https://www.sqlite.org/rescode.html#busy */
const BUSY = 5;

/** A claim would be dropped with its handle, so each is kept here even if its holder forgets it. */
const held = new Set<DatabaseSync>();

/**
 * Claims a data folder for this process, or says who holds it.
 *
 * The claim is an open SQLite transaction, in other words a file lock that the kernel drops when
 * its process dies, however it dies. So there is no stale lock to recognise, no process id that may
 * have been given to somebody else, and no race between two starts that both find a dead owner.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  await makeFolder(folder, serverAccount(folder));
  const lockFile = join(folder, "lock");
  const ownerFile = join(folder, "lock.pid");
  const database = new DatabaseSync(lockFile, { open: false, timeout: 0 });
  try {
    database.open();
    // The claim writes nothing, so it needs no journal file beside it.
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    writeFileSync(ownerFile, `${process.pid}\n`);
    leaveToOwner(folder, [lockFile, ownerFile]);
  } catch (error) {
    if (database.isOpen) database.close();
    throw lockFailure(folder, ownerFile, error);
  }
  held.add(database);
  return {
    release() {
      if (held.delete(database)) database.close();
    },
  };
}

function lockFailure(folder: string, ownerFile: string, error: unknown): StackError {
  const code = error instanceof Error && "errcode" in error ? error.errcode : undefined;
  if (code === BUSY) {
    return new StackError(
      `The data folder ${folder} is in use by another start command (process ${readOwner(ownerFile)}).`,
      "Use the running product, stop it first, or set TMS_DATA_DIR to another folder.",
    );
  }
  if (isDiskFull(folder, String(error))) return new DiskFullError(folder, error);
  return new StackError(
    `The data folder ${folder} cannot be locked.`,
    "Check that this account can write to the folder, or set TMS_DATA_DIR to another folder.",
    { cause: error },
  );
}

/** The owner writes its id just after it has the lock, so for a moment it may be missing. */
function readOwner(ownerFile: string): string {
  try {
    return readFileSync(ownerFile, "utf8").trim() || "unknown";
  } catch {
    return "unknown";
  }
}
