import { spawn } from "node:child_process";
import { chmod, chown, open, readFile, realpath, rename } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Duplex } from "node:stream";
import { canEnter, serverAccount, type Account } from "../paths.ts";
import { folderFailure, isDiskFull, makeFolder, lockFolder } from "../folder/folder.ts";
import { DiskFullError, StackError } from "../stack-error.ts";
import { untilRunning, type EndSteps, type Running } from "../process/process.ts";
import { freePort, portTaken, requireFreePort } from "../process/ports.ts";

export interface Server extends Running {
  port: number;
  url: string;
}

export interface ServerOptions {
  /** A free port by default. */
  port?: number;
  /** Ports that the server must not choose, although they are free. */
  reserved?: ReadonlySet<number> | undefined;
  interruption?: AbortSignal | undefined;
}

export interface ServerPlace {
  /** The real path of the folder, which the lock reserves for the server. */
  folder: string;
  account: Account | undefined;
  port: number;
}

export interface ServerKind {
  name: string;
  endSteps: EndSteps;
  /** Ends the server of the folder if it outlived a killed `start`. */
  endLeftover(folder: string): Promise<void>;
  prepare(
    place: ServerPlace,
  ): Promise<{ file: string; args: string[]; env?: NodeJS.ProcessEnv; url: string }>;
  explain(log: string, folder: string): StackError | undefined;
}

/** Recovery of Postgres after a crash replays at most max_wal_size, which takes seconds. */
const READY_WITHIN_MS = 60_000;

export async function startServer(
  path: string,
  kind: ServerKind,
  { port: fixedPort, reserved, interruption }: ServerOptions,
): Promise<Server> {
  const account = serverAccount(resolve(path));
  await makeFolder(resolve(path));
  const folder = await realpath(path);
  if (account && !canEnter(dirname(folder), account))
    throw new StackError(
      `Only root can enter ${dirname(folder)}. Postgres and Redis do not run as root, so they cannot use this folder.`,
      "Set TMS_DATA_DIR to a folder that every account can enter.",
    );
  const lock = await lockFolder(folder);
  try {
    if (account) await chown(folder, account.uid, account.gid);
    await chmod(folder, 0o700);
    await kind.endLeftover(folder);
    if (fixedPort !== undefined) await requireFreePort(fixedPort, kind.name);
    const port = fixedPort ?? (await freePort(reserved));
    const place = { folder, account, port };
    const { url, ...command } = await kind.prepare(place);
    const running = await spawnServer(kind, place, command, interruption);
    const stop = () => running.stop().then(() => lock.release());
    return { ...running, port, url, stop };
  } catch (error) {
    lock.release();
    throw error instanceof Error && "syscall" in error ? folderFailure(folder, error) : error;
  }
}

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
 * Spawns a server in a session of its own, so that Ctrl-C does not stop it before the services. The server
 * does not outlive this process. It logs to a file, because a pipe would break before the server ends.
 */
async function spawnServer(
  kind: ServerKind,
  place: ServerPlace,
  { file, args, env }: { file: string; args: string[]; env?: NodeJS.ProcessEnv },
  interruption: AbortSignal | undefined,
): Promise<Running> {
  const { name, endSteps } = kind;
  const logFile = join(place.folder, `${name.toLowerCase()}.log`);
  await rename(logFile, `${logFile}.1`).catch(() => undefined);
  const log = await open(logFile, "a", 0o600);
  const signal = endSteps[0][0].replace("SIG", "");
  const child = spawn("/bin/sh", ["-c", TETHER, signal, file, ...args], {
    cwd: place.folder,
    env: { ...serverEnv(), ...env },
    detached: true,
    stdio: ["ignore", log.fd, log.fd, "pipe"],
    ...place.account,
  });
  const tether = child.stdio[TETHER_FD];
  if (tether instanceof Duplex) {
    // Writing fails if the watcher was killed.
    tether.on("error", () => undefined).resume();
    child.once("exit", () => tether.end("let go\n"));
  }
  try {
    return await untilRunning(child, {
      name,
      // Postgres and Redis log this message in almost the same words.
      ready: async () => /ready to accept connections/i.test(await readFile(logFile, "utf8")),
      readyWithinMs: READY_WITHIN_MS,
      endSteps,
      interruption,
      explain: async (_, cause) =>
        serverFailure(kind, place, `${await readFile(logFile, "utf8")}\n${String(cause)}`),
    });
  } finally {
    await log.close();
  }
}

/** Returns the environment of a server: no PG* variables, and messages in English. */
export function serverEnv(): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" };
}

export function serverFailure(
  { name, explain }: Pick<ServerKind, "name" | "explain">,
  { folder, port }: Pick<ServerPlace, "folder" | "port">,
  log: string,
): StackError {
  if (isDiskFull(folder, log)) return new DiskFullError(folder, new Error(log));
  if (/Address already in use/.test(log)) return portTaken(port, name);
  const lines = log.split("\n").filter((line) => line.trim() !== "");
  const hint = `The last lines of its log:\n${lines.slice(-10).join("\n")}`;
  return explain(log, folder) ?? new StackError(`${name} could not be started.`, hint);
}
