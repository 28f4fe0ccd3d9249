import { join } from "node:path";
import { migrate, MigrationsChangedError, RoleTakenError } from "@tms/cli/migrate";
import { isProductCaller } from "@tms/kit/callers/rights";
import { serviceUrl } from "@tms/kit/database/service-url";
import { administer } from "@tms/kit/database/admin";
import type { SystemCallers } from "./callers.ts";
import type { IdentityKeys } from "./keys.ts";
import { cacheDir, repository } from "../paths.ts";
import { answersOk, startProcess, type SupervisedProcess } from "../process/process.ts";
import { StackError } from "../stack-error.ts";

/** The processes of the system, in the order in which they start. */
export const PROCESSES = [
  "wallet",
  "game",
  "events",
  "tournament",
  "entry",
  "settlement",
  "identity",
  "gateway",
] as const;
export type ProcessName = (typeof PROCESSES)[number];

/** The module that a process is started with. */
export const mainOf = (name: ProcessName): string =>
  join(repository, name === "gateway" ? "gateway" : `services/${name}`, "src/main.ts");

export interface SystemOptions {
  /** The database, as a role that may create roles and schemas in it. */
  adminUrl: string;
  /** Redis, or null for BullMQ's Postgres backend. */
  redisUrl: string | null;
  ports: Readonly<Record<ProcessName, number>>;
  probePorts: Readonly<Record<ProcessName, number>>;
  /** The callers of the services, the system's own processes included. */
  callers: SystemCallers;
  /** What the identity and the events service seal and sign with, by the name of its variable. */
  keys: IdentityKeys;
  /** On top of what every process gets. */
  env?: NodeJS.ProcessEnv;
  /** On top of that, what one process gets. */
  envOf?: (process: ProcessName) => NodeJS.ProcessEnv;
  /** What to run as a process, in place of its main module. */
  fileOf?: (process: ProcessName) => string;
  /** Hears every line the processes write. */
  onLine?: (process: ProcessName, line: string) => void;
  /** Ends what is still starting. */
  interruption?: AbortSignal;
}

/** Where a process listens, and where it answers probes. */
export interface ProcessPorts {
  port: number;
  probePort: number;
}

/** A running system. */
export interface System {
  gatewayUrl: string;
  urls: Readonly<Record<ProcessName, string>>;
  /** Where each process answers /livez and /readyz. */
  probeUrls: Readonly<Record<ProcessName, string>>;
  processes: Map<ProcessName, SupervisedProcess>;
  /** Starts one process again, after it ended; at other ports also beside one that still runs. */
  restart: (name: ProcessName, at?: ProcessPorts) => Promise<void>;
  stop(): Promise<void>;
}

const SERVICES = [
  "game",
  "tournament",
  "entry",
  "wallet",
  "settlement",
  "identity",
  "events",
] as const;

// A small young generation keeps many processes small at no cost in speed; only what is gathered for a
// batch outlives one, in the gateway, entry and the log, and would be copied again and again.
const YOUNG_MB = 8;
const YOUNG_MB_OF: Partial<Record<ProcessName, number>> = { gateway: 32, entry: 16, events: 16 };

/** How a process of the system is to use the machine that it shares with all the others. */
export const nodeArgs = (name: ProcessName): string[] => [
  `--max-semi-space-size=${YOUNG_MB_OF[name] ?? YOUNG_MB}`,
  // Each with four threads to collect garbage they would be in each other's way.
  "--v8-pool-size=1",
];

/** Migrates the database and starts every process of the system; stops them all if one fails. */
export async function startSystem(options: SystemOptions): Promise<System> {
  const databaseUrls = serviceUrls(options.adminUrl);
  const migrated = migrate({ adminUrl: options.adminUrl, serviceUrls: databaseUrls }).catch(
    withWayOut,
  );
  // It may wait for somebody else's, for as long as that takes.
  await Promise.race([migrated, rejectedBy(options.interruption)]);
  if (options.redisUrl === null) await prepareQueueSchema(options.adminUrl);
  const urls = loopback(options.ports);
  const processes = new Map<ProcessName, SupervisedProcess>();
  // The first that fails ends all that are still starting.
  const failure = new AbortController();
  const interruption = AbortSignal.any([failure.signal, options.interruption ?? []].flat());

  async function start(
    name: ProcessName,
    at = { port: options.ports[name], probePort: options.probePorts[name] },
  ): Promise<void> {
    const started = await startProcess({
      name,
      file: (options.fileOf ?? mainOf)(name),
      nodeArgs: nodeArgs(name),
      env: {
        // Starts quicker, and spares each process the 20 MB that stripping types takes.
        NODE_COMPILE_CACHE: join(cacheDir(), "compile"),
        ...environment(name, options, urls, databaseUrls),
        PORT: String(at.port),
        PROBE_PORT: String(at.probePort),
        ...options.env,
        ...options.envOf?.(name),
      },
      onLine: (line) => options.onLine?.(name, line),
      ready: answersOk(`http://127.0.0.1:${at.probePort}/readyz`),
      interruption,
    });
    processes.set(name, started);
  }

  async function stop(): Promise<void> {
    // In the opposite order: whoever calls goes before whom it calls.
    for (const name of PROCESSES.toReversed()) await processes.get(name)?.stop();
  }

  const starting = PROCESSES.map((name) => start(name).catch((error) => failure.abort(error)));
  await Promise.all(starting);
  if (interruption.aborted) {
    await stop();
    throw interruption.reason;
  }
  const probeUrls = loopback(options.probePorts);
  return { gatewayUrl: urls.gateway, urls, probeUrls, processes, restart: start, stop };
}

/** Whoever runs the product with `start` can begin anew, or elsewhere. */
function withWayOut(error: unknown): never {
  if (error instanceof RoleTakenError)
    throw new StackError(
      error.message,
      "Unset DATABASE_URL. Without it, start runs its own Postgres server.",
      { cause: error },
    );
  if (!(error instanceof MigrationsChangedError)) throw error;
  throw new StackError(
    error.message,
    "Use the version that created the data, or run start with `--fresh`, which deletes the data.",
    { cause: error },
  );
}

const rejectedBy = (interruption: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => {
    // A signal that is aborted already does not say so again.
    interruption?.throwIfAborted();
    interruption?.addEventListener("abort", () => reject(interruption.reason), { once: true });
  });

const loopback = (ports: Readonly<Record<ProcessName, number>>) =>
  byProcess((name) => `http://127.0.0.1:${ports[name]}`);

/** Something for each process, by its name. */
export const byProcess = <T>(make: (name: ProcessName) => T): Record<ProcessName, T> =>
  Object.fromEntries(PROCESSES.map((name) => [name, make(name)])) as Record<ProcessName, T>;

// BullMQ keeps its Postgres tables itself, in a schema of its own.
const prepareQueueSchema = (adminUrl: string) =>
  administer(adminUrl, "CREATE SCHEMA IF NOT EXISTS bullmq AUTHORIZATION tms_settlement");

function environment(
  name: ProcessName,
  options: SystemOptions,
  urls: Record<ProcessName, string>,
  databaseUrls: Record<(typeof SERVICES)[number], string>,
): NodeJS.ProcessEnv {
  return {
    NODE_ENV: "development",
    HOST: "127.0.0.1",
    ...addressVariables(urls),
    // The terminal may still have that of an earlier start.
    ...((name === "gateway" || name === "identity") && { PUBLIC_URL: urls.gateway }),
    ...(name === "identity" && options.keys),
    ...(name === "events" && {
      SECRETS_KEY: options.keys.SECRETS_KEY,
      // Whoever tries webhooks on one machine receives them there.
      WEBHOOK_ALLOW_PRIVATE: "true",
    }),
    ...(name !== "gateway" && {
      DATABASE_URL: databaseUrls[name],
      CALLERS_FILE: options.callers.file,
    }),
    ...(isProductCaller(name) && { CALLER_TOKEN: options.callers.tokens[name] }),
    ...(options.redisUrl !== null && { REDIS_URL: options.redisUrl }),
    ...(options.redisUrl === null &&
      name === "settlement" && { QUEUE_DATABASE_URL: databaseUrls.settlement }),
  };
}

/** Where the services are, by the names of the variables that tell their callers. */
export const addressVariables = (urls: System["urls"]): Record<string, string> =>
  Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_URL`, urls[name]]));

/** The database's URL as each service's own role. */
export function serviceUrls(adminUrl: string): Record<(typeof SERVICES)[number], string> {
  if (!URL.canParse(adminUrl))
    throw new StackError(
      "DATABASE_URL is not a valid URL.",
      "Use a URL like postgres://user:password@host:5432/tms.",
    );
  return {
    game: serviceUrl(adminUrl, "game"),
    tournament: serviceUrl(adminUrl, "tournament"),
    entry: serviceUrl(adminUrl, "entry"),
    wallet: serviceUrl(adminUrl, "wallet"),
    settlement: serviceUrl(adminUrl, "settlement"),
    identity: serviceUrl(adminUrl, "identity"),
    events: serviceUrl(adminUrl, "events"),
  };
}
