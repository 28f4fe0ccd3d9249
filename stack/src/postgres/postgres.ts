import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Account } from "../folder/account.ts";
import { startInFolder } from "../folder/start-in-folder.ts";
import type { EndStep } from "../process/end-process.ts";
import { endLeftover } from "../process/leftover.ts";
import { freePort, requireFreePort } from "../process/ports.ts";
import { postgresBinaries } from "./binaries.ts";
import { openCluster } from "./cluster.ts";
import { postgresFailure } from "./failure.ts";
import { type Server, startServer } from "../process/server.ts";

export interface PostgresOptions {
  /** Holds the cluster, its password and its log, and nothing else. */
  dataDir: string;
  /** A free one is chosen when none is given. */
  port?: number;
  /** Ports not to choose, although nobody listens there yet. */
  reserved?: ReadonlySet<number> | undefined;
  /** False for tests: nothing survives a loss of power, and everything is quicker. */
  durable: boolean;
  /** Ends what has not become ready yet. */
  interruption?: AbortSignal | undefined;
}

export interface Postgres extends Server {
  /** Of the superuser `postgres`. */
  url: string;
  port: number;
}

/** Fast shutdown rolls open transactions back; immediate shutdown leaves recovery to the next start. */
const END_STEPS: readonly [EndStep, ...EndStep[]] = [
  ["SIGINT", 10_000],
  ["SIGQUIT", 5_000],
  ["SIGKILL", 5_000],
];

/** Starts the Postgres of a data folder, taking over from one whose supervisor was killed. */
export const startPostgres = (options: PostgresOptions): Promise<Postgres> =>
  startInFolder(options.dataDir, (dataDir, account) =>
    startLocked({ ...options, dataDir }, account),
  );

async function startLocked(
  { dataDir, port: wantedPort, durable, reserved, interruption }: PostgresOptions,
  account: Account | undefined,
): Promise<Postgres> {
  await endLeftoverPostgres(dataDir);
  if (wantedPort !== undefined) await requireFreePort(wantedPort, "Postgres");

  const binaries = await postgresBinaries(account);
  const { folder, password } = await openCluster({
    dataDir,
    binaries,
    account,
    durable,
    interruption,
  });
  const port = wantedPort ?? (await freePort(reserved));
  const server = await startServer({
    name: "Postgres",
    file: binaries.postgres,
    args: ["-D", folder, ...serverFlags(port, durable)],
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
}

/** Ends the server of a data folder that outlived its supervisor. */
export function endLeftoverPostgres(dataDir: string): Promise<void> {
  const isOurs = (command: string): boolean => command.includes(`postgres -D ${dataDir}/cluster `);
  return endLeftover(pidFileOf(dataDir), isOurs, END_STEPS);
}

const pidFileOf = (dataDir: string): string => join(dataDir, "cluster/postmaster.pid");

/** The first line of postmaster.pid is the id, the eighth the state; pg_ctl looks at the same. */
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
    // Nobody replicates from here, so the log of changes may be as short as recovery allows.
    wal_level: "minimal",
    max_wal_senders: 0,
    timezone: "UTC",
    log_timezone: "UTC",
    // Keeps the log to a few lines per run: a failed statement is told to the client who sent it.
    log_min_messages: "log",
    log_checkpoints: "off",
    // What was committed outlives a killed server all the same, though not a killed machine.
    // Tests run many systems on one server.
    ...(durable ? {} : { fsync: "off", full_page_writes: "off", max_connections: 1_000 }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  // Loopback only, and no Unix socket, whose path is short of room and open to other accounts.
  return ["-h", "127.0.0.1", "-p", String(port), "-k", "", ...flags];
}
