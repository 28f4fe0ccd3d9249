import { migrate } from "@tms/cli/migrate";
import { POSTGRES_PROTOCOLS, SERVICES, type ServiceName } from "@tms/cli/services";
import { isProductCaller } from "@tms/kit/callers/product";
import { administer, serviceUrl } from "@tms/kit/database/admin";
import { once } from "node:events";
import { join } from "node:path";
import { cacheDir, repository } from "../paths.ts";
import { answersOk, startProcess, type SupervisedProcess } from "../process/process.ts";
import { StackError } from "../stack-error.ts";
import type { SystemCallers, IdentityKeys } from "./credentials.ts";

/** The processes of the product. They start at the same time and stop in reverse order. */
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

export const mainOf = (name: ProcessName): string =>
  join(repository, name === "gateway" ? "gateway" : `services/${name}`, "src/main.ts");

export interface SystemOptions {
  /** The URL of the database, as a role that may create roles and schemas. */
  adminUrl: string;
  /** The URL of Redis, or null to run the queue on Postgres. */
  redisUrl: string | null;
  ports: Readonly<Record<ProcessName, number>>;
  probePorts: Readonly<Record<ProcessName, number>>;
  replicas?: readonly ReplicaPlace[];
  callers: SystemCallers;
  keys: IdentityKeys;
  env?: NodeJS.ProcessEnv;
  envOf?: (process: ProcessName) => NodeJS.ProcessEnv;
  /** The file to run for a process. Default: its main module. */
  fileOf?: (process: ProcessName) => string;
  onLine?: (process: ProcessName, line: string) => void;
  interruption?: AbortSignal;
}

export interface ProcessPorts {
  port: number;
  probePort: number;
}

export interface ReplicaPlace extends ProcessPorts {
  name: ProcessName;
}

export interface Replica extends ReplicaPlace {
  process: SupervisedProcess;
  restart: () => Promise<void>;
}

export type System = Awaited<ReturnType<typeof startSystem>>;

// The semi-space sizes in MiB. A small one saves memory, but batches of the larger three would outlive it.
const YOUNG_MB = 8;
const YOUNG_MB_OF: Partial<Record<ProcessName, number>> = { gateway: 32, entry: 16, events: 16 };

/** Returns Node flags that limit memory and threads, because all processes share one machine. */
const nodeArgs = (name: ProcessName): string[] => [
  `--max-semi-space-size=${YOUNG_MB_OF[name] ?? YOUNG_MB}`,
  // By default, each process would collect garbage with four threads.
  "--v8-pool-size=1",
];

/** Migrates the database and starts all processes. Stops all of them if one does not start. */
export async function startSystem(options: SystemOptions) {
  const databaseUrls = serviceUrls(options.adminUrl);
  const failure = new AbortController();
  const interruption = AbortSignal.any([failure.signal, options.interruption ?? []].flat());
  await prepareDatabase(options, databaseUrls, interruption);
  const places = options.replicas ?? [];
  if (options.redisUrl === null && places.some(({ name }) => name === "gateway"))
    throw new StackError(
      "Several gateways need Redis, because they share the responses to repeated requests.",
      "Set REDIS_URL, or run one gateway.",
    );
  /** The URLs of the replicas of each process, separated by commas. */
  const urls = byProcess((name) => {
    const others = places.filter((place) => place.name === name).map(({ port }) => port);
    return [options.ports[name], ...others].map((port) => `http://127.0.0.1:${port}`).join(",");
  });
  const gatewayUrl = `http://127.0.0.1:${options.ports.gateway}`;
  /** The first replica of each process. `replicas` has the others. */
  const processes = new Map<ProcessName, SupervisedProcess>();
  const replicas: Replica[] = [];

  const launch = (name: ProcessName, { port, probePort }: ProcessPorts) =>
    startProcess({
      name,
      file: (options.fileOf ?? mainOf)(name),
      nodeArgs: nodeArgs(name),
      env: {
        // The compile cache saves time at the start, and 20 MB of memory per process.
        NODE_COMPILE_CACHE: join(cacheDir(), "compile"),
        ...environment(name, options, { ...urls, gateway: gatewayUrl }, databaseUrls),
        PORT: String(port),
        PROBE_PORT: String(probePort),
        ...options.env,
        ...options.envOf?.(name),
      },
      onLine: (line) => options.onLine?.(name, line),
      ready: answersOk(`http://127.0.0.1:${probePort}/readyz`),
      interruption,
    });

  /** Starts or restarts a process. With other ports, the earlier instance can still run. */
  async function start(
    name: ProcessName,
    at = { port: options.ports[name], probePort: options.probePorts[name] },
  ): Promise<void> {
    processes.set(name, await launch(name, at));
  }

  async function startReplica(place: ReplicaPlace): Promise<void> {
    const run = () => launch(place.name, place);
    const restart = async () => void (replica.process = await run());
    const replica: Replica = { ...place, process: await run(), restart };
    replicas.push(replica);
  }

  async function stop(): Promise<void> {
    // Callers stop before the services that they call.
    for (const name of PROCESSES.toReversed()) {
      const others = replicas.filter((replica) => replica.name === name);
      await Promise.all(others.map(({ process }) => process.stop()));
      await processes.get(name)?.stop();
    }
  }

  const starts = [...PROCESSES.map((name) => start(name)), ...places.map(startReplica)];
  await Promise.all(starts.map((started) => started.catch((error) => failure.abort(error))));
  if (interruption.aborted) {
    await stop();
    throw interruption.reason;
  }
  const probeUrls = byProcess((name) => `http://127.0.0.1:${options.probePorts[name]}`);
  return { gatewayUrl, urls, probeUrls, processes, replicas, restart: start, stop };
}

async function prepareDatabase(
  { adminUrl, redisUrl }: SystemOptions,
  databaseUrls: Record<ServiceName, string>,
  interruption: AbortSignal,
): Promise<void> {
  interruption.throwIfAborted();
  const migrated = migrate({ adminUrl, serviceUrls: databaseUrls }).catch(refuseDatabase);
  // An interruption must not wait, because this migration may wait for the migration of another process.
  await Promise.race([migrated, once(interruption, "abort")]);
  interruption.throwIfAborted();
  // BullMQ creates its Postgres tables in a schema of its own.
  const schema = "CREATE SCHEMA IF NOT EXISTS bullmq AUTHORIZATION tms_settlement";
  if (redisUrl === null) await administer(adminUrl, schema);
}

function refuseDatabase(error: unknown): never {
  const reason = error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
  throw new StackError(
    `start cannot use the database: ${reason}.`,
    "If another version created the data, use that version, or run `start` with `--fresh`, which deletes the data. " +
      "If you set DATABASE_URL, correct or unset it.",
    { cause: error },
  );
}

export const byProcess = <T>(make: (name: ProcessName) => T): Record<ProcessName, T> =>
  Object.fromEntries(PROCESSES.map((name) => [name, make(name)])) as Record<ProcessName, T>;

function environment(
  name: ProcessName,
  { keys, callers, redisUrl }: SystemOptions,
  urls: Record<ProcessName, string>,
  databaseUrls: Record<ServiceName, string>,
): NodeJS.ProcessEnv {
  return {
    NODE_ENV: "development",
    HOST: "127.0.0.1",
    ...serviceVariables("URL", urls),
    // The environment of this process may contain the URL of another start.
    ...((name === "gateway" || name === "identity") && { PUBLIC_URL: urls.gateway }),
    ...(name === "identity" && keys),
    // On this machine, webhooks may go to receivers on this machine.
    ...(name === "events" && { SECRETS_KEY: keys.SECRETS_KEY, WEBHOOK_ALLOW_PRIVATE: "true" }),
    ...(name !== "gateway" && { DATABASE_URL: databaseUrls[name], CALLERS_FILE: callers.file }),
    ...(isProductCaller(name) && { CALLER_TOKEN: callers.tokens[name] }),
    ...(redisUrl !== null && { REDIS_URL: redisUrl }),
    ...(redisUrl === null &&
      name === "settlement" && { QUEUE_DATABASE_URL: databaseUrls.settlement }),
  };
}

/** Returns a variable per service, such as WALLET_URL. */
export const serviceVariables = (
  suffix: string,
  values: Readonly<Record<ServiceName, string>>,
): Record<string, string> =>
  Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_${suffix}`, values[name]]));

export function serviceUrls(adminUrl: string): Record<ServiceName, string> {
  if (!URL.canParse(adminUrl) || !POSTGRES_PROTOCOLS.includes(new URL(adminUrl).protocol))
    throw new StackError(
      "DATABASE_URL is not a valid URL.",
      "Use a URL like postgres://user:password@host:5432/tms.",
    );
  const urls = SERVICES.map((name) => [name, serviceUrl(adminUrl, name)]);
  return Object.fromEntries(urls) as Record<ServiceName, string>;
}
