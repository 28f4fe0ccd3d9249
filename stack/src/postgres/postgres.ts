import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { chown, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Account } from "../folder/account.ts";
import { startInFolder } from "../folder/server-folder.ts";
import { endLeftover, type EndSteps } from "../process/end-process.ts";
import { freePort, requireFreePort } from "../process/ports.ts";
import { type Server, serverEnv, startServer } from "../process/server.ts";
import { StackError } from "../stack-error.ts";
import { findPostgres } from "./binaries.ts";
import { noAccess, postgresFailure } from "./failure.ts";

export interface PostgresOptions {
  /** The folder for the cluster, its password and its log. */
  dataDir: string;
  /** A free port by default. */
  port?: number;
  /** Ports that the server must not choose, although they are free. */
  reserved?: ReadonlySet<number> | undefined;
  /** False for tests, which are faster if the data does not survive a power failure. */
  durable: boolean;
  /** Stops the server if it is not ready yet. */
  interruption?: AbortSignal | undefined;
}

/** A fast shutdown rolls back open transactions. After an immediate one, the next start recovers. */
const END_STEPS: EndSteps = [
  ["SIGINT", 10_000],
  ["SIGQUIT", 5_000],
  ["SIGKILL", 5_000],
];

/** Starts the Postgres of a data folder. First ends a server that outlived a killed `start`. */
export const startPostgres = (options: PostgresOptions): Promise<Server> =>
  startInFolder(options.dataDir, async (dataDir, account) => {
    const { reserved, durable, interruption } = options;
    await endLeftoverPostgres(dataDir);
    if (options.port !== undefined) await requireFreePort(options.port, "Postgres");
    const programs = await findPostgres(account);
    const password = await openCluster(programs, account, { ...options, dataDir });
    const port = options.port ?? (await freePort(reserved));
    const server = await startServer({
      name: "Postgres",
      file: join(programs, "postgres"),
      args: ["-D", join(dataDir, "cluster"), ...serverFlags(port, durable)],
      cwd: dataDir,
      account,
      logFile: join(dataDir, "postgres.log"),
      ready: (pid) => isReady(pidFileOf(dataDir), pid),
      // Recovery after a crash replays at most max_wal_size, which takes seconds.
      readyWithinMs: 60_000,
      endSteps: END_STEPS,
      interruption,
      explain: (log) => postgresFailure(log, { dataDir, port }),
    });
    return { ...server, port, url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres` };
  });

/** Ends the server of a data folder if it outlived a killed `start`. */
export const endLeftoverPostgres = (dataDir: string): Promise<void> =>
  endLeftover(
    pidFileOf(dataDir),
    (command) => command.includes(`postgres -D ${dataDir}/cluster `),
    END_STEPS,
  );

const pidFileOf = (dataDir: string): string => join(dataDir, "cluster/postmaster.pid");

/** Creates the cluster if it is missing. Returns the password of the superuser. */
async function openCluster(
  programs: string,
  account: Account | undefined,
  { dataDir, durable, interruption }: PostgresOptions,
): Promise<string> {
  const passwordFile = join(dataDir, "password");
  try {
    if (!existsSync(join(dataDir, "cluster"))) {
      const password = `${randomBytes(24).toString("base64url")}\n`;
      await rm(passwordFile, { force: true });
      await writeFile(passwordFile, password, { mode: 0o600 });
      if (account) await chown(passwordFile, account.uid, account.gid);
      const initdb = join(programs, "initdb");
      await createCluster(initdb, { dataDir, passwordFile, account, durable, interruption });
    }
    return (await readFile(passwordFile, "utf8")).trim();
  } catch (error) {
    interruption?.throwIfAborted();
    if (!(error instanceof Error && "code" in error)) throw error;
    if (error.code !== "ENOENT") throw noAccess(dataDir, error.message);
    throw new StackError(
      `Postgres cannot use the data in ${dataDir}: ${passwordFile} is missing.`,
      "Restore the file, or move the folder away.",
      { cause: error },
    );
  }
}

interface NewCluster {
  dataDir: string;
  passwordFile: string;
  account: Account | undefined;
  durable: boolean;
  interruption: AbortSignal | undefined;
}

/** The cluster gets its name when it is complete, so that an interrupted start can create it again. */
async function createCluster(initdb: string, cluster: NewCluster): Promise<void> {
  const { dataDir, passwordFile, account, durable, interruption: signal } = cluster;
  const unfinished = join(dataDir, "cluster.new");
  await rm(unfinished, { recursive: true, force: true });
  const running = promisify(execFile)(
    initdb,
    [
      `--pgdata=${unfinished}`,
      "--username=postgres",
      "--auth=scram-sha-256",
      `--pwfile=${passwordFile}`,
      "--encoding=UTF8",
      "--locale=C",
      ...(durable ? [] : ["--no-sync"]),
    ],
    { cwd: dataDir, env: serverEnv(), ...account, ...(signal && { signal }) },
  );
  const { child } = running;
  const exited = child.pid === undefined ? undefined : once(child, "exit");
  try {
    await running;
  } catch (error) {
    // A signal rejects the promise before the process has exited.
    await exited;
    signal?.throwIfAborted();
    throw postgresFailure(String(error), { dataDir, port: 0 });
  }
  await rename(unfinished, join(dataDir, "cluster"));
}

/** The first line of postmaster.pid is the process id, and the eighth the state. pg_ctl reads them, too. */
function isReady(pidFile: string, pid: number): boolean {
  try {
    const lines = readFileSync(pidFile, "utf8").split("\n");
    return Number(lines[0]) === pid && lines[7]?.trim() === "ready";
  } catch {
    return false;
  }
}

function serverFlags(port: number, durable: boolean): string[] {
  const settings = {
    max_connections: 200,
    shared_buffers: "128MB",
    // There are no replicas, so the write-ahead log only needs what recovery needs.
    wal_level: "minimal",
    max_wal_senders: 0,
    timezone: "UTC",
    log_timezone: "UTC",
    // Errors of statements are reported to the client, and not logged.
    log_min_messages: "log",
    log_checkpoints: "off",
    // Tests run many systems on one server. Commits still survive if the server is killed.
    ...(durable ? {} : { fsync: "off", full_page_writes: "off", max_connections: 1_000 }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  // No Unix socket: its path is limited in length, and other accounts could open it.
  return ["-h", "127.0.0.1", "-p", String(port), "-k", "", ...flags];
}
