import { testDatabase } from "@tms/kit/testing/database";
import { freePorts } from "@tms/stack/testing/ports";
import { byProcess, PROCESSES, type ProcessName } from "@tms/stack/system/system";
import { makeTestCallers } from "../harness/callers.ts";
import { portOfEach, PORTS_OF_A_SYSTEM, takePorts } from "../harness/ports.ts";
import { freeRedisDatabase } from "../harness/redis-database.ts";
import { startTestSystem, type TestSystem } from "../harness/system.ts";
import { openBalancer } from "./balancer.ts";

const REPLICAS = 2;

/** Starts two replicas of every process on a database of their own. They reach each other only through balancers. */
export async function startReplicas() {
  const made = new AsyncDisposableStack();
  try {
    return { ...(await start(made)), stop: () => made.disposeAsync() };
  } catch (error) {
    await made.disposeAsync();
    throw error;
  }
}

async function start(made: AsyncDisposableStack) {
  const { adminUrl, drop } = await testDatabase();
  made.defer(drop);
  const callers = await makeTestCallers();
  made.defer(() => callers.remove());
  const redisUrl = await freeRedisDatabase();
  const free = await freePorts(PROCESSES.length + REPLICAS * PORTS_OF_A_SYSTEM);
  const balancerPorts = portOfEach(free);
  const places = Array.from({ length: REPLICAS }, () => takePorts(free));
  for (const name of PROCESSES) {
    const replicaPorts = places.map(({ ports }) => ports[name]);
    const balancer = await openBalancer(balancerPorts[name], replicaPorts);
    made.defer(() => balancer.close());
  }
  const urls = byProcess((name) => `http://127.0.0.1:${balancerPorts[name]}`);
  const clients = Object.fromEntries(
    PROCESSES.map((name) => [`${name.toUpperCase()}_URL`, urls[name]]),
  );

  const complaints: string[] = [];
  const systems: TestSystem[] = [];
  for (const [index, at] of places.entries()) {
    const system = await startTestSystem({
      adminUrl,
      redisUrl,
      at,
      callers,
      // All replicas together stay below the connections of Postgres.
      env: { LOG_LEVEL: "info", DATABASE_POOL_SIZE: "4", ...clients },
      onLine: (name, line) => {
        if (!line.includes('"level":"info"')) complaints.push(`${name} ${index}: ${line}`);
      },
    });
    systems.push(system);
    made.defer(() => system.stop());
  }
  return {
    adminUrl,
    gatewayUrl: urls.gateway,
    /** Addresses of the balancers. */
    urls,
    token: callers.tokens.test,
    /** Log lines above the level `info`, and stops that were not clean. */
    complaints,
    /** Stops a replica gracefully and starts it again. The other replica keeps running. */
    async restart(name: ProcessName, replica: number) {
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
