import type { ChildProcess } from "node:child_process";
import { Duplex } from "node:stream";

/** The descriptor at which a tethered server's watcher waits. */
export const TETHER_FD = 3;

/**
 * A shell that forks a watcher and then becomes the server itself, with the process id it has. The
 * watcher waits at a pipe whose other end the supervisor holds. A line there lets it go; an end
 * without one means that the supervisor was killed, and the watcher signals the server in its
 * stead. The watcher is forked twice so that it is no child of the server, which knows its own.
 */
const SCRIPT = `( ( read -r let_go <&${TETHER_FD} || kill -s "$0" $$ ) </dev/null >/dev/null 2>&1 & )
exec "$@" ${TETHER_FD}<&-`;

/** The command line that starts a server on a tether: it gets `signal` when its supervisor is gone. */
export function tethered(
  signal: NodeJS.Signals,
  file: string,
  args: readonly string[],
): { file: string; args: string[] } {
  return { file: "/bin/sh", args: ["-c", SCRIPT, signal.replace("SIG", ""), file, ...args] };
}

/** Lets the watcher go as soon as the server has ended, so that it can never signal a stranger. */
export function letGoAtExit(server: ChildProcess): void {
  const tether = server.stdio[TETHER_FD];
  if (!(tether instanceof Duplex)) return;
  // A watcher that somebody killed reads nothing.
  tether.on("error", () => undefined).resume();
  server.once("exit", () => tether.end("let go\n"));
}
