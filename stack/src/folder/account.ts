import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { dirname } from "node:path";

export interface Account {
  uid: number;
  gid: number;
}

export const isRoot = process.getuid?.() === 0;

/** The overflow account of Linux, which most systems call nobody. */
const NOBODY: Account = { uid: 65_534, gid: 65_534 };

/**
 * Returns the account that servers run as, or undefined for the account of this process. Postgres refuses
 * to run as root. If root runs `start`, servers run as the owner of their folder, or as nobody if that is
 * root.
 */
export function serverAccount(folder: string): Account | undefined {
  if (!isRoot) return undefined;
  const { uid, gid } = statSync(nearestExisting(folder));
  return uid === 0 ? NOBODY : { uid, gid };
}

export const canEnter = (path: string, account: Account): boolean =>
  spawnSync("test", ["-x", nearestExisting(path)], { cwd: "/", ...account }).status === 0;

const nearestExisting = (path: string): string =>
  statSync(path, { throwIfNoEntry: false }) ? path : nearestExisting(dirname(path));
