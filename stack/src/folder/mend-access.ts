import { chmod, lchown, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Account } from "./account.ts";

/**
 * Gives a server's files back to its account, and the account what it needs of them: copying or
 * restoring a folder changes both. Root can mend everything, others only what is theirs.
 */
export async function mendAccess(path: string, account: Account | undefined): Promise<void> {
  const found = await lstat(path);
  if (account && found.uid !== account.uid) await lchown(path, account.uid, account.gid);
  if (found.isSymbolicLink()) return;
  const needed = found.isDirectory() ? 0o700 : 0o600;
  if ((found.mode & needed) !== needed) await chmod(path, (found.mode & 0o777) | needed);
  if (!found.isDirectory()) return;
  for (const name of await readdir(path)) await mendAccess(join(path, name), account);
}
