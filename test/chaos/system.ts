import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type pg from "pg";
import { freePorts } from "@tms/stack/process/ports";
import {
  byProcess,
  mainOf,
  serviceUrls,
  type ProcessName,
  type ProcessPorts,
} from "@tms/stack/system/system";
import { programOf } from "../harness/programs.ts";
import { PORTS_OF_A_SYSTEM, takePorts, type SystemPorts } from "../harness/ports.ts";
import { makeScratchOnDisk } from "@tms/stack/testing/scratch";
import { TRUSTING } from "../harness/people.ts";
import { startTestSystem, type TestSystem } from "../harness/system.ts";
import { administrate } from "./administrate.ts";
import { controlOf, type Control } from "./control.ts";
import { CLIENT_EDGE, EDGE_NAMES, openNetwork, type Network } from "./network.ts";
import type { Plant } from "./plants/plant.ts";
import { openServers, type Servers } from "./servers.ts";
import { warmUp } from "./warm-up.ts";
import { createWatch, type Watch } from "./watch.ts";

/** The real system on real servers, with an edge that can be harmed between any two of them. */
export interface ChaosSystem extends Control, Pick<TestSystem, "processes" | "token" | "stop"> {
  servers: Servers;
  network: Network;
  watch: Watch;
  /** The public API, as game backends reach it. */
  baseUrl: string;
  /** Works on the database as its administrator, past all edges; waits while it is down. */
  admin<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
}

/** Starts a system of its own, with a bug planted when one is given. */
export async function startChaosSystem(plant?: Plant): Promise<ChaosSystem> {
  const made = new AsyncDisposableStack();
  try {
    const system = { ...(await open(made, plant)), stop: () => made.disposeAsync() };
    await warmUp({ ...system, gameUrl: system.urlOf("game") });
    return system;
  } catch (error) {
    await made.disposeAsync();
    throw error;
  }
}

async function open(made: AsyncDisposableStack, plant?: Plant): Promise<Omit<ChaosSystem, "stop">> {
  const { folder, remove } = await makeScratchOnDisk("chaos");
  made.defer(remove);
  const free = await freePorts(2 + 2 * PORTS_OF_A_SYSTEM + EDGE_NAMES.length);
  const [postgresPort = 0, redisPort = 0] = free.splice(0, 2);
  const servers = await openServers(made, folder, { postgres: postgresPort, redis: redisPort });
  const [at, spare] = [takePorts(free), takePorts(free)];
  const network = await openNetwork({ ports: at.ports, postgresPort, redisPort }, free);
  made.defer(() => network.close());

  // Of a gateway's successor, too, which listens elsewhere.
  const baseUrl = `http://127.0.0.1:${network.edge(CLIENT_EDGE).port}`;
  const watch = createWatch();
  const clockFileOf = (name: ProcessName) => join(folder, `clock-${name}`);
  const databaseUrls: Partial<Record<ProcessName, string>> = serviceUrls(servers.adminUrl);
  const system = await startTestSystem({
    adminUrl: servers.adminUrl,
    redisUrl: servers.redisUrl,
    at,
    // A small pool is soon exhausted. People come from addresses of their own.
    env: { DATABASE_POOL_SIZE: "4", PUBLIC_URL: baseUrl, ...TRUSTING },
    envOf: (name) => ({
      ...network.envOf(name, databaseUrls[name]),
      NODE_OPTIONS: ["clock.ts", ...(plant?.preloads[name] ?? [])].map(preload).join(" "),
      CHAOS_CLOCK: clockFileOf(name),
    }),
    // A planted bug changes sources while they are loaded.
    fileOf: (name) => (plant?.preloads[name] ? mainOf : programOf)(name),
    onLine: (name, line) => watch.hear(name, line),
  });
  made.defer(async () => {
    for (const process of system.processes.values()) watch.excuse(process);
    await system.stop();
  });
  const control = controlOf({
    system,
    network,
    watch,
    clockFileOf,
    ports: portsOfEach(at),
    spare: portsOfEach(spare),
  });

  const admin = <T>(work: (client: pg.Client) => Promise<T>) =>
    administrate(servers.adminUrl, work);
  if (plant?.sql !== undefined) await admin((client) => client.query(plant.sql ?? ""));
  return {
    processes: system.processes,
    token: system.token,
    servers,
    network,
    watch,
    baseUrl,
    admin,
    ...control,
  };
}

const preload = (file: string) => `--import=${pathToFileURL(join(import.meta.dirname, file)).href}`;

const portsOfEach = ({ ports, probePorts }: SystemPorts): Record<ProcessName, ProcessPorts> =>
  byProcess((name) => ({ port: ports[name], probePort: probePorts[name] }));
