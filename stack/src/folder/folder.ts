import { existsSync, lchownSync, statSync, statfsSync } from "node:fs";
import { access, chmod, chown, constants, mkdir, realpath, stat } from "node:fs/promises";
import { dirname, sep } from "node:path";
import { type Account, barrier, isRoot } from "./account.ts";
import { DiskFullError, StackError } from "../stack-error.ts";

/** Makes sure that a folder exists and can be written. What root makes, others can enter or own. */
export async function makeFolder(folder: string, owner?: Account): Promise<void> {
  try {
    const firstMade = await makeMissing(folder);
    if (firstMade && isRoot) await openTheWay(firstMade, folder, owner);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw folderFailure(folder, error);
  }
}

/** A folder that is private to a server, by its real path, which is how its process is recognised. */
export async function makeServerFolder(folder: string, owner?: Account): Promise<string> {
  await makeFolder(folder, owner);
  try {
    if (owner) await chown(folder, owner.uid, owner.gid);
    await chmod(folder, 0o700);
  } catch (error) {
    throw folderFailure(folder, error);
  }
  const blocked = owner && barrier(folder, owner);
  if (blocked) {
    throw new StackError(
      `Only root can enter ${blocked}. Postgres and Redis do not run as root, so they cannot use ${folder}.`,
      "Set TMS_DATA_DIR to a folder that every account can enter.",
    );
  }
  return realpath(folder);
}

/** Gives what root made in somebody's folder to that account, so that it can start later. */
export function leaveToOwner(folder: string, files: string[]): void {
  if (!isRoot) return;
  const { uid, gid } = statSync(folder);
  // A link is somebody's already, and what it leads to may be anybody's.
  for (const file of files) lchownSync(file, uid, gid);
}

/** Postgres and Redis need a few pages to start at all; less than this is as good as nothing. */
const LEAST_FREE_BYTES = 64 * 1024;

/** Whether a failure comes from a full disk, on which a server may not even find room to say so. */
export function isDiskFull(folder: string, said: string): boolean {
  if (/ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/i.test(said)) return true;
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < LEAST_FREE_BYTES;
}

/** One sentence for a folder, or a file in it, that cannot be used. */
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
    "Run start as the account that owns the folder, or set TMS_DATA_DIR to another folder.",
    { cause: error },
  );
}

/**
 * Makes a folder and all above it that are missing; returns the first it made. Node's own way of
 * doing so never returns where folders cannot be made at all, such as under /proc.
 */
async function makeMissing(folder: string): Promise<string | undefined> {
  if (await isFolder(folder)) return undefined;
  const above = existsSync(dirname(folder)) ? undefined : await makeMissing(dirname(folder));
  await mkdir(folder).catch(async (error: unknown) => {
    // Another start may have been quicker.
    if (!(await isFolder(folder))) throw error;
  });
  return above ?? folder;
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() ?? false;

/** A strict umask would shut the account of a server out of the very folders made for it. */
async function openTheWay(firstMade: string, folder: string, owner?: Account): Promise<void> {
  for (let at = folder; at === firstMade || at.startsWith(firstMade + sep); at = dirname(at)) {
    if (owner) await chown(at, owner.uid, owner.gid);
    await chmod(at, 0o755);
  }
}
