import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { barrier, isRoot, serverAccount } from "./folder/account.ts";

/** The checkout this file lives in. */
export const repository = resolve(import.meta.dirname, "../..");

/**
 * Where everything that must survive a restart lives: TMS_DATA_DIR, else `.data` in the checkout.
 * A checkout that only root may enter, such as one under /root, is out of reach for Postgres, which
 * never runs as root; its data then lives under /var/lib, apart for each checkout.
 */
export function dataDir(env: NodeJS.ProcessEnv = process.env): string {
  if (env["TMS_DATA_DIR"]) return resolve(env["TMS_DATA_DIR"]);
  const inCheckout = join(repository, ".data");
  const account = serverAccount(inCheckout);
  if (!account || !barrier(inCheckout, account)) return inCheckout;
  return join(
    "/var/lib",
    `tms-${createHash("sha256").update(repository).digest("hex").slice(0, 8)}`,
  );
}

/** Where the running stack of a data folder leaves its addresses and secrets. */
export const settingsFile = (folder: string): string => join(folder, "tms.env");

/** Where what can be made again lives: TMS_CACHE_DIR, else the place the system has for it. */
export function cacheDir(env: NodeJS.ProcessEnv = process.env): string {
  if (env["TMS_CACHE_DIR"]) return resolve(env["TMS_CACHE_DIR"]);
  // Root's own cache folder is closed to the account that its servers run as.
  if (isRoot) return "/var/cache/tms";
  return join(env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "tms");
}
