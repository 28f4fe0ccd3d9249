import { testDatabase } from "@tms/kit/testing/database";
import { freePorts } from "@tms/stack/process/ports";
import { PROCESSES, startSystem, type ProcessName, type System } from "@tms/stack/system/system";
import { makeTestCallers } from "../harness/callers.ts";
import { openBalancer } from "./balancer.ts";

/** Two replicas of every process, which reach each other through balancers alone. */
export interface Replicas {
  adminUrl: string;
  /** Addresses of the balancers. */
  urls: Readonly<Record<ProcessName, string>>;
  /** Of a caller that may call everything. */
  token: string;
  /** Ends one replica gracefully and starts it again; the other of its kind goes on. */
  restart(name: ProcessName, replica: number): Promise<void>;
  /** What the processes wrote that is more than information, and stops that were not clean. */
  complaints: readonly string[];
  stop(): Promise<void>;
}

const REPLICAS = 2;

/** Starts them on a database of their own. */
export async function startReplicas(redisUrl: string | null): Promise<Replicas> {
  const database = await testDatabase();
  const stops: (() => Promise<void>)[] = [() => database.drop()];
  const stop = async () => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  try {
    return { ...(await start(database.adminUrl, redisUrl, stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  adminUrl: string,
  redisUrl: string | null,
  stops: (() => Promise<void>)[],
): Promise<Omit<Replicas, "stop">> {
  const free = await freePorts((1 + 2 * REPLICAS) * PROCESSES.length);
  const draw = () => byName(free.splice(0, PROCESSES.length));
  const balancerPorts = draw();
  const ports = Array.from({ length: REPLICAS }, () => ({ ports: draw(), probePorts: draw() }));
  for (const name of PROCESSES) {
    const replicaPorts = ports.map((replica) => replica.ports[name]);
    const balancer = await openBalancer(balancerPorts[name], replicaPorts);
    stops.push(() => balancer.close());
  }
  const urls = Object.fromEntries(
    PROCESSES.map((name) => [name, `http://127.0.0.1:${balancerPorts[name]}`]),
  ) as Record<ProcessName, string>;
  const peers = Object.fromEntries(
    PROCESSES.map((name) => [`${name.toUpperCase()}_URL`, urls[name]]),
  );

  const callers = await makeTestCallers();
  stops.push(() => callers.remove());
  const complaints: string[] = [];
  const systems: System[] = [];
  for (const [index, own] of ports.entries()) {
    const system = await startSystem({
      adminUrl,
      redisUrl,
      ...own,
      callers,
      // All of them together stay below what Postgres takes.
      env: { LOG_LEVEL: "info", DATABASE_POOL_SIZE: "4", ...peers },
      onLine: (name, line) => {
        if (!line.includes('"level":"info"')) complaints.push(`${name} ${index}: ${line}`);
        if (process.env["TMS_TEST_LOGS"]) console.log(name, index, line);
      },
    });
    systems.push(system);
    stops.push(() => system.stop());
  }
  return {
    adminUrl,
    urls,
    token: callers.tokens.test,
    complaints,
    async restart(name, replica) {
      const running = systems[replica]?.processes.get(name);
      if (running === undefined) throw new Error(`there is no replica ${replica} of ${name}`);
      await running.stop();
      const exit = await running.exited;
      if (exit.code !== 0)
        complaints.push(`${name} ${replica}: ended with ${JSON.stringify(exit)}`);
      await systems[replica]?.restart(name);
    },
  };
}

function byName(ports: readonly number[]): Record<ProcessName, number> {
  const entries = PROCESSES.map((name, index) => [name, ports[index] ?? 0]);
  return Object.fromEntries(entries) as Record<ProcessName, number>;
}
