import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { join, resolve, dirname } from "node:path";
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";

export const repository = resolve(import.meta.dirname, "../..");

/**
 * Returns the data folder: TMS_DATA_DIR, or `.data` in the checkout. If root runs `start` in a checkout
 * that the account of Postgres cannot enter, the folder is under /var/lib.
 */
export function dataDir(env: NodeJS.ProcessEnv = process.env): string {
  if (env["TMS_DATA_DIR"]) return resolve(env["TMS_DATA_DIR"]);
  const account = serverAccount(join(repository, ".data"));
  if (!account || canEnter(repository, account)) return join(repository, ".data");
  const hash = createHash("sha256").update(repository).digest("hex");
  return join("/var/lib", `tms-${hash.slice(0, 8)}`);
}

export const settingsFile = (folder: string): string => join(folder, "tms.env");

/** Returns the folder for files that can be created again: TMS_CACHE_DIR, or the folder of the system. */
export function cacheDir(env: NodeJS.ProcessEnv = process.env): string {
  if (env["TMS_CACHE_DIR"]) return resolve(env["TMS_CACHE_DIR"]);
  // Servers that root starts cannot enter root's home folder.
  if (isRoot) return "/var/cache/tms";
  return join(env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "tms");
}

export interface Account {
  uid: number;
  gid: number;
}

export const isRoot = process.getuid?.() === 0;

/** The overflow account of Linux, which most systems call nobody. */
const NOBODY: Account = { uid: 65_534, gid: 65_534 };

/**
 * Returns the account that servers run as, or undefined for the account of this process. Postgres refuses to
 * run as root. If this process runs as root, servers run as the owner of their folder. If root also owns the
 * folder, servers run as `nobody`.
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
