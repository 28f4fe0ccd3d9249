import { chown, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { endLeftover, type EndSteps } from "../process/exit.ts";
import { startServer, type Server, type ServerOptions } from "../process/server.ts";
import { StackError } from "../stack-error.ts";
import type { RedisBinary } from "./binary.ts";

export interface RedisOptions extends ServerOptions {
  binary: RedisBinary;
  dir: string;
  /** True if the data survives a restart. Queues do not need this, because they are rebuilt from Postgres. */
  appendonly: boolean;
  databases?: number;
}

const END_STEPS: EndSteps = [
  ["SIGTERM", 10_000],
  ["SIGKILL", 5_000],
];

/** Starts the Redis of a folder. First ends a server that outlived a killed `start`. */
export const startRedis = ({ binary, dir, ...options }: RedisOptions): Promise<Server> =>
  startServer(
    dir,
    {
      name: "Redis",
      endSteps: END_STEPS,
      endLeftover: endLeftoverRedis,
      async prepare({ folder, account, port }) {
        const configuration = configurationOf(folder);
        await writeFile(configuration, settings(folder, port, options), { mode: 0o600 });
        if (account) await chown(configuration, account.uid, account.gid);
        const { file, env } = binary;
        return { file, args: [configuration], env, url: `redis://127.0.0.1:${port}` };
      },
      explain: (log, folder) =>
        /Bad file format|Unrecoverable error|Wrong signature|AOF|RDB/.test(log)
          ? new StackError(
              `Redis cannot use the data in ${folder}.`,
              "Delete that folder. Its data is rebuilt from Postgres.",
            )
          : undefined,
    },
    options,
  );

/** Ends the server of a folder if it outlived a killed `start`. */
export async function endLeftoverRedis(folder: string): Promise<void> {
  const configuration = await readFile(configurationOf(folder), "utf8").catch(() => "");
  const port = /^port (\d+)$/m.exec(configuration)?.[1];
  // Redis replaces its command line by its address.
  const isOwn = (command: string): boolean => command.endsWith(`redis-server 127.0.0.1:${port}`);
  await endLeftover(pidFileOf(folder), isOwn, END_STEPS);
}

const configurationOf = (folder: string): string => join(folder, "redis.conf");
const pidFileOf = (folder: string): string => join(folder, "redis.pid");

const settings = (
  folder: string,
  port: number,
  { appendonly, databases = 16 }: Pick<RedisOptions, "appendonly" | "databases">,
): string =>
  [
    "bind 127.0.0.1",
    `port ${port}`,
    `dir ${JSON.stringify(folder)}`,
    `pidfile ${JSON.stringify(pidFileOf(folder))}`,
    // A full Redis must refuse writes, because an evicted key would lose a job.
    "maxmemory-policy noeviction",
    // The server's timer wakes delayed jobs. At 100 Hz they are at most 12 ms late.
    "hz 100",
    `appendonly ${appendonly ? "yes" : "no"}`,
    `databases ${databases}`,
    // Snapshots would fork the process, and their data can be rebuilt.
    'save ""',
    // With fewer messages, the log would not show when the server is ready.
    "loglevel notice",
    "",
  ].join("\n");
