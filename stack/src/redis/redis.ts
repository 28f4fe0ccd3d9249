import { chown, readFile, writeFile } from "node:fs/promises";
import { createConnection } from "node:net";
import { join } from "node:path";
import type { Account } from "../folder/account.ts";
import { startInFolder } from "../folder/start-in-folder.ts";
import type { EndStep } from "../process/end-process.ts";
import { isDiskFull } from "../folder/folder.ts";
import { lastLines } from "../process/last-lines.ts";
import { endLeftover } from "../process/leftover.ts";
import { freePort, portTaken, requireFreePort } from "../process/ports.ts";
import type { RedisBinary } from "./binary.ts";
import { type Server, startServer } from "../process/server.ts";
import { DiskFullError, StackError } from "../stack-error.ts";

export interface RedisOptions {
  binary: RedisBinary;
  /** Holds the data, the configuration and the log of this Redis, and nothing else. */
  dir: string;
  /** A free one is chosen when none is given. */
  port?: number;
  /** Ports not to choose, although nobody listens there yet. */
  reserved?: ReadonlySet<number> | undefined;
  /** Whether queues survive a restart. They need not: all of them are rebuilt from Postgres. */
  appendonly: boolean;
  /** How many databases it has; Redis' own 16 when nothing is said. */
  databases?: number;
  /** Ends what has not become ready yet. */
  interruption?: AbortSignal | undefined;
}

export interface Redis extends Server {
  url: string;
  port: number;
}

const END_STEPS: readonly [EndStep, ...EndStep[]] = [
  ["SIGTERM", 10_000],
  ["SIGKILL", 5_000],
];

/** Starts the Redis of a folder, taking over from one whose supervisor was killed. */
export const startRedis = (options: RedisOptions): Promise<Redis> =>
  startInFolder(options.dir, (dir, account) => startLocked({ ...options, dir }, account));

async function startLocked(
  { binary, dir, port: wantedPort, appendonly, databases, reserved, interruption }: RedisOptions,
  account: Account | undefined,
): Promise<Redis> {
  await endLeftoverRedis(dir);
  if (wantedPort !== undefined) await requireFreePort(wantedPort, "Redis");

  const port = wantedPort ?? (await freePort(reserved));
  const configuration = configurationOf(dir);
  const text = settings({ port, dir, pidFile: pidFileOf(dir), appendonly, databases });
  await writeFile(configuration, text, { mode: 0o600 });
  if (account) await chown(configuration, account.uid, account.gid);
  const server = await startServer({
    name: "Redis",
    file: binary.file,
    args: [configuration],
    cwd: dir,
    env: binary.env,
    account,
    logFile: join(dir, "redis.log"),
    ready: () => answersPing(port),
    readyWithinMs: 30_000,
    endSteps: END_STEPS,
    interruption,
    explain: (log) => redisFailure(log, dir, port),
  });
  return { ...server, port, url: `redis://127.0.0.1:${port}` };
}

/** Ends the server of a folder that outlived its supervisor. */
export async function endLeftoverRedis(dir: string): Promise<void> {
  const configuration = await readFile(configurationOf(dir), "utf8").catch(() => "");
  const before = /^port (\d+)$/m.exec(configuration)?.[1];
  // Redis replaces its command line by its address, which only one program can have.
  const isOurs = (command: string): boolean => command.endsWith(`redis-server 127.0.0.1:${before}`);
  await endLeftover(pidFileOf(dir), isOurs, END_STEPS);
}

const configurationOf = (dir: string): string => join(dir, "redis.conf");
const pidFileOf = (dir: string): string => join(dir, "redis.pid");

function settings(at: {
  port: number;
  dir: string;
  pidFile: string;
  appendonly: boolean;
  databases: number | undefined;
}): string {
  return [
    "bind 127.0.0.1",
    `port ${at.port}`,
    `dir ${JSON.stringify(at.dir)}`,
    `pidfile ${JSON.stringify(at.pidFile)}`,
    // Evicting a key would lose a job, so queues demand that a full Redis refuses instead.
    "maxmemory-policy noeviction",
    // Delayed jobs wake by the server's timer: at 100 per second they are at most 12 ms late.
    "hz 100",
    `appendonly ${at.appendonly ? "yes" : "no"}`,
    ...(at.databases === undefined ? [] : [`databases ${at.databases}`]),
    // Snapshots fork the process for data that can be rebuilt anyway.
    'save ""',
    "loglevel warning",
    "",
  ].join("\n");
}

/** A Redis that is still reading its data answers with an error instead of a pong. */
function answersPing(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = createConnection({ host: "127.0.0.1", port });
    socket.once("connect", () => socket.write("PING\r\n"));
    socket.once("data", (reply) => {
      socket.destroy();
      done(reply.toString().startsWith("+PONG"));
    });
    socket.once("error", () => done(false));
    socket.once("close", () => done(false));
  });
}

function redisFailure(log: string, dir: string, port: number): StackError {
  if (isDiskFull(dir, log)) return new DiskFullError(dir, new Error(log));
  if (/Address already in use/.test(log)) return portTaken(port, "Redis");
  if (/Bad file format|Unrecoverable error|Wrong signature|AOF|RDB/.test(log)) {
    return new StackError(
      `Redis cannot use the data in ${dir}.`,
      "Delete that folder. Its data is rebuilt from Postgres.",
    );
  }
  return new StackError(
    "Redis could not be started.",
    `The last lines of its log:\n${lastLines(log, 10)}`,
  );
}
