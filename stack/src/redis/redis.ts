import { chown, readFile, writeFile } from "node:fs/promises";
import { createConnection } from "node:net";
import { join } from "node:path";
import { isDiskFull } from "../folder/folder.ts";
import { startInFolder } from "../folder/server-folder.ts";
import { endLeftover, type EndSteps } from "../process/end-process.ts";
import { lastLines } from "../process/exit.ts";
import { freePort, portTaken, requireFreePort } from "../process/ports.ts";
import { type Server, startServer } from "../process/server.ts";
import { DiskFullError, StackError } from "../stack-error.ts";
import type { RedisBinary } from "./binary.ts";

export interface RedisOptions {
  binary: RedisBinary;
  /** The folder for the data, the configuration and the log. */
  dir: string;
  /** A free port by default. */
  port?: number;
  /** Ports that the server must not choose, although they are free. */
  reserved?: ReadonlySet<number> | undefined;
  /** Whether the data survives a restart. Queues do not need this, because they are rebuilt from Postgres. */
  appendonly: boolean;
  /** The number of databases. Default: 16. */
  databases?: number;
  /** Stops the server if it is not ready yet. */
  interruption?: AbortSignal | undefined;
}

const END_STEPS: EndSteps = [
  ["SIGTERM", 10_000],
  ["SIGKILL", 5_000],
];

/** Starts the Redis of a folder. First ends a server that outlived a killed `start`. */
export const startRedis = (options: RedisOptions): Promise<Server> =>
  startInFolder(options.dir, async (dir, account) => {
    const { binary, reserved, interruption } = options;
    await endLeftoverRedis(dir);
    if (options.port !== undefined) await requireFreePort(options.port, "Redis");
    const port = options.port ?? (await freePort(reserved));
    const configuration = configurationOf(dir);
    await writeFile(configuration, settings(dir, port, options), { mode: 0o600 });
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
  });

/** Ends the server of a folder if it outlived a killed `start`. */
export async function endLeftoverRedis(dir: string): Promise<void> {
  const configuration = await readFile(configurationOf(dir), "utf8").catch(() => "");
  const port = /^port (\d+)$/m.exec(configuration)?.[1];
  // Redis replaces its command line by its address.
  const isOwn = (command: string): boolean => command.endsWith(`redis-server 127.0.0.1:${port}`);
  await endLeftover(pidFileOf(dir), isOwn, END_STEPS);
}

const configurationOf = (dir: string): string => join(dir, "redis.conf");
const pidFileOf = (dir: string): string => join(dir, "redis.pid");

const settings = (dir: string, port: number, { appendonly, databases = 16 }: RedisOptions) =>
  [
    "bind 127.0.0.1",
    `port ${port}`,
    `dir ${JSON.stringify(dir)}`,
    `pidfile ${JSON.stringify(pidFileOf(dir))}`,
    // A full Redis must refuse writes, because an evicted key would lose a job.
    "maxmemory-policy noeviction",
    // The server's timer wakes delayed jobs. At 100 Hz they are at most 12 ms late.
    "hz 100",
    `appendonly ${appendonly ? "yes" : "no"}`,
    `databases ${databases}`,
    // Snapshots would fork the process, and their data can be rebuilt.
    'save ""',
    "loglevel warning",
    "",
  ].join("\n");

/** Returns whether Redis is ready. While it reads its data, it responds with an error. */
function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: "127.0.0.1", port });
    socket.once("connect", () => socket.write("PING\r\n"));
    socket.once("data", (reply) => {
      resolve(reply.toString().startsWith("+PONG"));
      socket.destroy();
    });
    socket.once("error", () => resolve(false));
    socket.once("close", () => resolve(false));
  });
}

function redisFailure(log: string, dir: string, port: number): StackError {
  if (isDiskFull(dir, log)) return new DiskFullError(dir, new Error(log));
  if (/Address already in use/.test(log)) return portTaken(port, "Redis");
  if (/Bad file format|Unrecoverable error|Wrong signature|AOF|RDB/.test(log))
    return new StackError(
      `Redis cannot use the data in ${dir}.`,
      "Delete that folder. Its data is rebuilt from Postgres.",
    );
  return new StackError(
    "Redis could not be started.",
    `The last lines of its log:\n${lastLines(log, 10)}`,
  );
}
