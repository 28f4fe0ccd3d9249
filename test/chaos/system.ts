import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type pg from "pg";
import { cacheDir } from "@tms/stack/paths";
import { freePorts } from "@tms/stack/process/ports";
import { makeTestCallers } from "../harness/callers.ts";
import {
  PROCESSES,
  serviceUrls,
  startSystem,
  type ProcessName,
  type ProcessPorts,
  type System,
} from "@tms/stack/system/system";
import { administrate } from "./administrate.ts";
import { controlOf, type Control } from "./control.ts";
import { CLIENT_EDGE, EDGE_NAMES, openNetwork, type Network } from "./network.ts";
import type { Plant } from "./plants/plant.ts";
import { openServers, type Servers } from "./servers.ts";
import { createWatch, type Watch } from "./watch.ts";

/** The real system on real servers, with an edge that can be harmed between any two of them. */
export interface ChaosSystem extends Control {
  system: System;
  servers: Servers;
  network: Network;
  watch: Watch;
  /** The public API, as game backends reach it. */
  baseUrl: string;
  /** Of a caller that may call everything. */
  token: string;
  /** Works on the database as its administrator, past all edges; waits while it is down. */
  admin<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** Starts a system of its own, with a bug planted when one is given. */
export async function startChaosSystem(plant?: Plant): Promise<ChaosSystem> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  try {
    return { ...(await open(stops, plant)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function open(
  stops: (() => Promise<void>)[],
  plant?: Plant,
): Promise<Omit<ChaosSystem, "stop">> {
  // Not mkdtemp: as root, the servers run as another account and must get in.
  const folder = join(cacheDir(), `chaos-${process.pid}-${Date.now()}`);
  await mkdir(folder, { recursive: true });
  stops.push(() => rm(folder, { recursive: true, force: true }));
  const [postgresPort = 0, redisPort = 0, ...free] = await freePorts(
    2 + 4 * PROCESSES.length + EDGE_NAMES.length,
  );
  const servers = await openServers(folder, { postgres: postgresPort, redis: redisPort });
  stops.push(() => servers.stop());
  const draw = () => byName(free.splice(0, PROCESSES.length));
  const [ports, probePorts, sparePorts, spareProbePorts] = [draw(), draw(), draw(), draw()];
  const network = await openNetwork({ ports, postgresPort, redisPort }, free);
  stops.push(() => network.close());

  const callers = await makeTestCallers();
  stops.push(() => callers.remove());

  const watch = createWatch();
  const clockOf = (name: ProcessName) => join(folder, `clock-${name}`);
  const databaseUrls: Partial<Record<ProcessName, string>> = serviceUrls(servers.adminUrl);
  const system = await startSystem({
    adminUrl: servers.adminUrl,
    redisUrl: servers.redisUrl,
    ports,
    probePorts,
    callers,
    // A small pool is soon exhausted.
    env: { LOG_LEVEL: "warn", DATABASE_POOL_SIZE: "4" },
    envOf: (name) => ({
      ...network.envOf(name, databaseUrls[name]),
      NODE_OPTIONS: ["clock.ts", ...(plant?.preloads[name] ?? [])].map(preload).join(" "),
      CHAOS_CLOCK: clockOf(name),
    }),
    onLine: (name, line) => watch.hear(name, line),
  });
  const control = controlOf({
    system,
    network,
    watch,
    clockFileOf: clockOf,
    ports: together(ports, probePorts),
    spare: together(sparePorts, spareProbePorts),
  });
  stops.push(async () => {
    for (const process of system.processes.values()) watch.excuse(process);
    await system.stop();
  });

  const admin = <T>(work: (client: pg.Client) => Promise<T>) =>
    administrate(servers.adminUrl, work);
  if (plant?.sql !== undefined) await admin((client) => client.query(plant.sql ?? ""));
  return {
    system,
    servers,
    network,
    watch,
    token: callers.tokens.test,
    baseUrl: `http://127.0.0.1:${network.edge(CLIENT_EDGE).port}`,
    admin,
    ...control,
  };
}

const preload = (file: string) => `--import=${pathToFileURL(join(import.meta.dirname, file)).href}`;

function byName(ports: readonly number[]): Record<ProcessName, number> {
  const entries = PROCESSES.map((name, index) => [name, ports[index] ?? 0]);
  return Object.fromEntries(entries) as Record<ProcessName, number>;
}

const together = (ports: Record<ProcessName, number>, probePorts: Record<ProcessName, number>) =>
  Object.fromEntries(
    PROCESSES.map((name) => [name, { port: ports[name], probePort: probePorts[name] }]),
  ) as Record<ProcessName, ProcessPorts>;
