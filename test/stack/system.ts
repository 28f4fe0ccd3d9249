import { join } from "node:path";
import { migrate } from "@tms/cli/migrate";
import { serviceUrl } from "@tms/kit/service-url";
import { administer } from "@tms/kit/testing";
import { cacheDir, repository } from "./paths.ts";
import { answersOk, startProcess, type SupervisedProcess } from "./process.ts";
import { StackError } from "./stack-error.ts";

/** The processes of the system, in the order in which they start. */
export const PROCESSES = [
  "wallet",
  "game",
  "tournament",
  "entry",
  "settlement",
  "gateway",
] as const;
export type ProcessName = (typeof PROCESSES)[number];

export interface SystemOptions {
  /** The database, as a role that may create roles and schemas in it. */
  adminUrl: string;
  /** Redis, or null for BullMQ's Postgres backend. */
  redisUrl: string | null;
  ports: Readonly<Record<ProcessName, number>>;
  probePorts: Readonly<Record<ProcessName, number>>;
  /** On top of what every process gets. */
  env?: NodeJS.ProcessEnv;
  /** On top of that, what one process gets. */
  envOf?: (process: ProcessName) => NodeJS.ProcessEnv;
  /** Hears every line the processes write. */
  onLine?: (process: ProcessName, line: string) => void;
}

/** A running system. */
export interface System {
  gatewayUrl: string;
  urls: Readonly<Record<ProcessName, string>>;
  /** Where each process answers /livez and /readyz. */
  probeUrls: Readonly<Record<ProcessName, string>>;
  processes: Map<ProcessName, SupervisedProcess>;
  /** Starts one process again, after it ended. */
  restart(name: ProcessName): Promise<void>;
  stop(): Promise<void>;
}

const SERVICES = ["game", "tournament", "entry", "wallet", "settlement"] as const;

// A small young generation keeps eight processes small at no cost in speed; only what waits in the
// gateway for its batch outlives one, and would be copied again and again.
const YOUNG_MB = 8;
const GATEWAY_YOUNG_MB = 32;

/** How a process of the system is to use the machine that it shares with all the others. */
export const nodeArgs = (name: ProcessName): string[] => [
  `--max-semi-space-size=${name === "gateway" ? GATEWAY_YOUNG_MB : YOUNG_MB}`,
  // Each with four threads to collect garbage they would be in each other's way.
  "--v8-pool-size=1",
];

/** Migrates the database and starts every process of the system; stops them all if one fails. */
export async function startSystem(options: SystemOptions): Promise<System> {
  const databaseUrls = serviceUrls(options.adminUrl);
  await migrate({ adminUrl: options.adminUrl, serviceUrls: databaseUrls });
  if (options.redisUrl === null) await prepareQueueSchema(options.adminUrl);
  const urls = loopback(options.ports);
  // The gateway answers its probes itself.
  const probeUrls = { ...loopback(options.probePorts), gateway: urls.gateway };
  const processes = new Map<ProcessName, SupervisedProcess>();

  async function start(name: ProcessName): Promise<void> {
    const started = await startProcess({
      name,
      file: join(repository, name === "gateway" ? "gateway" : `services/${name}`, "src/main.ts"),
      nodeArgs: nodeArgs(name),
      env: {
        // Starts quicker, and spares each process the 20 MB that stripping types takes.
        NODE_COMPILE_CACHE: join(cacheDir(), "compile"),
        ...environment(name, options, urls, databaseUrls),
        ...options.env,
        ...options.envOf?.(name),
      },
      onLine: (line) => options.onLine?.(name, line),
      ready: answersOk(`${probeUrls[name]}/readyz`),
    });
    processes.set(name, started);
  }

  async function stop(): Promise<void> {
    // In the opposite order: whoever calls goes before whom it calls.
    for (const name of PROCESSES.toReversed()) await processes.get(name)?.stop();
  }

  const outcomes = await Promise.allSettled(PROCESSES.map(start));
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed !== undefined) {
    await stop();
    throw failed.reason;
  }
  return { gatewayUrl: urls.gateway, urls, probeUrls, processes, restart: start, stop };
}

const loopback = (ports: Readonly<Record<ProcessName, number>>) =>
  Object.fromEntries(PROCESSES.map((name) => [name, `http://127.0.0.1:${ports[name]}`])) as Record<
    ProcessName,
    string
  >;

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
    PORT: String(options.ports[name]),
    PROBE_PORT: String(options.probePorts[name]),
    GAME_URL: urls.game,
    TOURNAMENT_URL: urls.tournament,
    ENTRY_URL: urls.entry,
    WALLET_URL: urls.wallet,
    SETTLEMENT_URL: urls.settlement,
    ...(name !== "gateway" && { DATABASE_URL: databaseUrls[name] }),
    ...(options.redisUrl !== null && { REDIS_URL: options.redisUrl }),
    ...(options.redisUrl === null &&
      name === "settlement" && { QUEUE_DATABASE_URL: databaseUrls.settlement }),
  };
}

/** Each service's own URL. */
export function serviceUrls(adminUrl: string): Record<(typeof SERVICES)[number], string> {
  if (!URL.canParse(adminUrl))
    throw new StackError(
      "DATABASE_URL is no URL.",
      "It looks like postgres://user:password@host:5432/tms.",
    );
  return {
    game: serviceUrl(adminUrl, "game"),
    tournament: serviceUrl(adminUrl, "tournament"),
    entry: serviceUrl(adminUrl, "entry"),
    wallet: serviceUrl(adminUrl, "wallet"),
    settlement: serviceUrl(adminUrl, "settlement"),
  };
}
