import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** The account a server runs as, in the form that `spawn` takes. */
export interface Account {
  uid: number;
  gid: number;
}

export const isRoot = process.getuid?.() === 0;

/**
 * Postgres refuses to run as root. Root therefore starts servers as whoever owns the place their
 * data goes, so that `sudo` in somebody's checkout leaves nothing behind that its owner cannot use,
 * and as `nobody` where that is root. Everyone else runs them as themselves: undefined.
 */
export function serverAccount(dataDir: string): Account | undefined {
  if (!isRoot) return undefined;
  const { uid, gid } = statSync(nearestExisting(dataDir));
  return uid === 0 ? nobody() : { uid, gid };
}

/** The first folder or file on the way to `path` that the account may not pass, if there is one. */
export function barrier(path: string, account: Account): string | undefined {
  const way: string[] = [];
  for (let at = realpathSync(nearestExisting(path)); ; at = dirname(at)) {
    way.unshift(at);
    if (at === dirname(at)) break;
  }
  return way.find((step) => !mayPass(step, account));
}

/** One bit decides both: a folder may be entered, and a file be executed, by the x of its class. */
function mayPass(path: string, account: Account): boolean {
  const { mode, uid, gid } = statSync(path);
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
  return ((mode >> shift) & 1) === 1;
}

function nearestExisting(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) ? path : nearestExisting(dirname(path));
}

function nobody(): Account {
  const line = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync("/etc/passwd", "utf8"));
  // 65534 is what Linux itself calls the overflow account, for images without an /etc/passwd entry.
  return { uid: Number(line?.[1] ?? 65_534), gid: Number(line?.[2] ?? 65_534) };
}
