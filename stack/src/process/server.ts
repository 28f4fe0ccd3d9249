import { spawn } from "node:child_process";
import { open, readFile, rename } from "node:fs/promises";
import { Duplex } from "node:stream";
import type { Account } from "../folder/account.ts";
import type { StackError } from "../stack-error.ts";
import { type Running, type RunningOptions, untilRunning } from "./exit.ts";

/** A database server. */
export interface Server extends Running {
  port: number;
  url: string;
}

export interface ServerOptions extends Omit<RunningOptions, "explain"> {
  file: string;
  args: readonly string[];
  cwd: string;
  env?: NodeJS.ProcessEnv;
  account: Account | undefined;
  logFile: string;
  /** Turns the log of the server into a sentence. */
  explain: (log: string) => StackError;
}

/** The file descriptor on which the watcher waits. */
const TETHER_FD = 3;

/**
 * A shell script that forks a watcher and then becomes the server, with the same process id. The watcher
 * reads a pipe from this process. A line ends the watcher. If the pipe ends without a line, this process
 * was killed, and the watcher signals the server. The second fork keeps the watcher from being a child of
 * the server.
 */
const TETHER = `( ( read -r let_go <&${TETHER_FD} || kill -s "$0" $$ ) </dev/null >/dev/null 2>&1 & )
exec "$@" ${TETHER_FD}<&-`;

/**
 * Starts a database server, and returns when it is ready. The server leads a session of its own, so that
 * Ctrl-C does not stop it before the services. It does not outlive this process. Its output goes to a
 * file, because a pipe would break before the server has ended.
 */
export async function startServer(options: ServerOptions): Promise<Running> {
  const { cwd, env, account, logFile, endSteps } = options;
  await rename(logFile, `${logFile}.1`).catch(() => undefined);
  const log = await open(logFile, "a", 0o600);
  const signal = endSteps[0][0].replace("SIG", "");
  const child = spawn("/bin/sh", ["-c", TETHER, signal, options.file, ...options.args], {
    cwd,
    env: { ...serverEnv(), ...env },
    detached: true,
    stdio: ["ignore", log.fd, log.fd, "pipe"],
    ...account,
  });
  const tether = child.stdio[TETHER_FD];
  if (tether instanceof Duplex) {
    // Writing fails if the watcher was killed.
    tether.on("error", () => undefined).resume();
    child.once("exit", () => tether.end("let go\n"));
  }
  try {
    return await untilRunning(child, {
      ...options,
      explain: async (_, cause) =>
        options.explain(`${await readFile(logFile, "utf8")}\n${String(cause)}`),
    });
  } finally {
    await log.close();
  }
}

/** Returns the environment of a server: no PG* variables, and messages in English. */
export function serverEnv(): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" };
}
