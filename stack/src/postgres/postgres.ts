import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chown, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { endLeftover, type EndSteps } from "../process/exit.ts";
import {
  serverEnv,
  serverFailure,
  startServer,
  type Server,
  type ServerOptions,
  type ServerPlace,
} from "../process/server.ts";
import { findPostgres } from "./binaries.ts";
import { explainPostgres, noAccess, unusableData } from "./failure.ts";

export interface PostgresOptions extends ServerOptions {
  /** The folder for the cluster, its password and its log. */
  dataDir: string;
  /** False for tests, which are faster if the data does not survive a power failure. */
  durable: boolean;
}

/** A fast shutdown rolls back open transactions. After an immediate one, the next start recovers. */
const END_STEPS: EndSteps = [
  ["SIGINT", 10_000],
  ["SIGQUIT", 5_000],
  ["SIGKILL", 5_000],
];

/** Starts the Postgres of a data folder. First ends a server that outlived a killed `start`. */
export const startPostgres = ({ dataDir, durable, ...options }: PostgresOptions): Promise<Server> =>
  startServer(
    dataDir,
    {
      name: "Postgres",
      endSteps: END_STEPS,
      endLeftover: endLeftoverPostgres,
      async prepare(place) {
        const programs = await findPostgres(place.account);
        const password = await openCluster(place, programs, durable, options.interruption);
        return {
          file: join(programs, "postgres"),
          args: ["-D", join(place.folder, "cluster"), ...serverFlags(place.port, durable)],
          url: `postgres://postgres:${password}@127.0.0.1:${place.port}/postgres`,
        };
      },
      explain: explainPostgres,
    },
    options,
  );

/** Ends the server of a data folder if it outlived a killed `start`. */
export const endLeftoverPostgres = (folder: string): Promise<void> =>
  endLeftover(
    pidFileOf(folder),
    (command) => command.includes(`postgres -D ${folder}/cluster `),
    END_STEPS,
  );

const pidFileOf = (folder: string): string => join(folder, "cluster/postmaster.pid");

/** Creates the cluster if it is missing. Returns the password of the superuser. */
async function openCluster(
  place: ServerPlace,
  programs: string,
  durable: boolean,
  interruption: AbortSignal | undefined,
): Promise<string> {
  const { folder, account } = place;
  const passwordFile = join(folder, "password");
  if (!existsSync(join(folder, "cluster"))) {
    await rm(passwordFile, { force: true });
    await writeFile(passwordFile, `${randomBytes(24).toString("base64url")}\n`, { mode: 0o600 });
    if (account) await chown(passwordFile, account.uid, account.gid);
    await createCluster(place, join(programs, "initdb"), durable, interruption);
  }
  try {
    return (await readFile(passwordFile, "utf8")).trim();
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    throw isMissing
      ? unusableData(folder, `${passwordFile} is missing`)
      : noAccess(folder, String(error));
  }
}

/** The cluster gets its name when it is complete, so that an interrupted start can create it again. */
async function createCluster(
  place: ServerPlace,
  initdb: string,
  durable: boolean,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { folder, account } = place;
  const unfinished = join(folder, "cluster.new");
  await rm(unfinished, { recursive: true, force: true });
  const running = promisify(execFile)(
    initdb,
    [
      `--pgdata=${unfinished}`,
      "--username=postgres",
      "--auth=scram-sha-256",
      `--pwfile=${join(folder, "password")}`,
      "--encoding=UTF8",
      "--locale=C",
      ...(durable ? [] : ["--no-sync"]),
    ],
    { cwd: folder, env: serverEnv(), ...account, ...(signal && { signal }) },
  );
  const { child } = running;
  const exited = child.pid === undefined ? undefined : once(child, "exit");
  try {
    await running;
  } catch (error) {
    // The signal rejects the promise before the process has exited.
    await exited;
    signal?.throwIfAborted();
    throw serverFailure({ name: "Postgres", explain: explainPostgres }, place, String(error));
  }
  await rename(unfinished, join(folder, "cluster"));
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
