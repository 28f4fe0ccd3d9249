import { chown, readFile, writeFile, glob } from "node:fs/promises";
import { join, delimiter, dirname } from "node:path";
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { endLeftover, type EndSteps } from "../process/process.ts";
import { startServer, type Server, type ServerOptions } from "./server.ts";
import { StackError } from "../stack-error.ts";
import { makeFolder } from "../folder/folder.ts";
import { cacheDir, repository } from "../paths.ts";

export interface RedisOptions extends ServerOptions {
  binary: RedisBinary;
  dir: string;
  /** True if the data survives a restart. Queues are rebuilt from Postgres if the data is lost. */
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
        const earlier = await readFile(configuration, "utf8").catch(() => "");
        // A restart keeps the password, because the processes keep their URL. Other accounts do not have it.
        const [, password = randomBytes(24).toString("base64url")] =
          /^requirepass (\S+)$/m.exec(earlier) ?? [];
        const text = settings(folder, port, password, options);
        await writeFile(configuration, text, { mode: 0o600 });
        if (account) await chown(configuration, account.uid, account.gid);
        const { file, env } = binary;
        return { file, args: [configuration], env, url: `redis://:${password}@127.0.0.1:${port}` };
      },
      explain: (log, folder) =>
        // Redis marks errors with #.
        /# .*(Bad file format|Unrecoverable error|Wrong signature|AOF|RDB)/.test(log)
          ? new StackError(
              `Redis cannot use the data in ${folder}.`,
              "Delete that folder. Its data is rebuilt from Postgres.",
            )
          : undefined,
    },
    options,
  );

export async function endLeftoverRedis(folder: string): Promise<void> {
  const configuration = await readFile(configurationOf(folder), "utf8").catch(() => "");
  const port = /^port (\d+)$/m.exec(configuration)?.[1];
  // Redis sets its command line to its name and address.
  const isOwn = (command: string): boolean => command.endsWith(`redis-server 127.0.0.1:${port}`);
  await endLeftover(pidFileOf(folder), isOwn, END_STEPS);
}

const configurationOf = (folder: string): string => join(folder, "redis.conf");
const pidFileOf = (folder: string): string => join(folder, "redis.pid");

const settings = (
  folder: string,
  port: number,
  password: string,
  { appendonly, databases = 16 }: Pick<RedisOptions, "appendonly" | "databases">,
): string =>
  [
    "bind 127.0.0.1",
    `port ${port}`,
    `requirepass ${password}`,
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

export interface RedisBinary {
  file: string;
  env: NodeJS.ProcessEnv;
  /** The end of the phrase "Redis from …". */
  source: string;
}

/** Finds the Redis of this machine, or unpacks the distribution's package. Returns null if both fail. */
export async function findRedis(interruption?: AbortSignal): Promise<RedisBinary | null> {
  // Distributions install servers in sbin, which may be missing from PATH.
  for (const folder of ["", "/usr/sbin/", "/usr/local/sbin/"]) {
    const redis = { file: `${folder}redis-server`, env: {}, source: "this machine" };
    if (await runs(redis)) return redis;
  }
  const unpacked = await unpackRedis(join(cacheDir(), "redis"), interruption);
  interruption?.throwIfAborted();
  if (!unpacked) return null;
  const redis = { ...unpacked, source: "the distribution's package" };
  return (await runs(redis)) ? redis : null;
}

/** Returns whether a server runs here and is Redis 6.2 or later, which the request log needs. */
const runs = ({ file, env }: Omit<RedisBinary, "source">): Promise<boolean> =>
  promisify(execFile)(file, ["--version"], { env: { ...process.env, ...env } }).then(
    ({ stdout }) => {
      const [, major, minor] = /\bv=(\d+)\.(\d+)/.exec(stdout) ?? [];
      return Number(major) > 6 || (major === "6" && Number(minor) >= 2);
    },
    () => false,
  );

/** `start` can run without Redis, so a mirror that does not respond must not block it for long. */
const UNPACK_MS = 120_000;

/**
 * Unpacks the distribution's Redis and the libraries that this machine lacks, unless the folder exists.
 * Returns null without apt or without a network.
 */
export async function unpackRedis(folder: string, signal?: AbortSignal) {
  try {
    if (!existsSync(folder)) {
      await makeFolder(dirname(folder));
      const script = join(repository, "runtime/unpack-package");
      const options = { timeout: UNPACK_MS, ...(signal && { signal }) };
      await promisify(execFile)(script, ["redis-server", folder], options);
    }
  } catch {
    return null;
  }
  const libraries: string[] = [];
  for await (const library of glob(["usr/lib/*-linux-*", "lib/*-linux-*"], { cwd: folder }))
    libraries.push(join(folder, library));
  return {
    file: join(folder, "usr/bin/redis-server"),
    env: { LD_LIBRARY_PATH: libraries.join(delimiter) },
  };
}
