import { freePorts } from "@tms/stack/testing/ports";
import { PROCESSES, type ProcessName } from "@tms/stack/system/system";
import { PORTS_OF_A_SYSTEM, takePorts } from "../harness/ports.ts";
import { startTestSystem } from "../harness/system.ts";
import { openBalancer } from "./balancer.ts";

// On a busy machine, Redis or a service can respond late. A lost connection has another message.
const EXPECTED = ['"level":"info"', "Socket timeout.", '"reason":"DEADLINE_EXCEEDED"'];

/** Starts two replicas of every process. Clients reach the gateways through a balancer. */
export async function startReplicas() {
  const free = await freePorts(1 + 2 * PORTS_OF_A_SYSTEM);
  const [at, second] = [takePorts(free), takePorts(free)];
  const [port = 0] = free;
  const complaints: string[] = [];
  const system = await startTestSystem({
    at,
    replicas: PROCESSES.map((name) => ({
      name,
      port: second.ports[name],
      probePort: second.probePorts[name],
    })),
    // All replicas together stay below the connections of Postgres.
    env: { LOG_LEVEL: "info", DATABASE_POOL_SIZE: "4" },
    onLine: (name, line) => {
      if (!EXPECTED.some((part) => line.includes(part))) complaints.push(`${name}: ${line}`);
    },
  });
  const balancer = await openBalancer(port, [at.ports.gateway, second.ports.gateway]);
  return {
    ...system,
    gatewayUrl: `http://127.0.0.1:${port}`,
    /** Log lines above the level `info` that are not about a late response, and stops that were not clean. */
    complaints,
    /** Stops a replica gracefully and starts it again. The other replica keeps running. */
    async restart(name: ProcessName, isSecond: boolean) {
      const other = system.replicas.find((replica) => isSecond && replica.name === name);
      const running = other?.process ?? system.processes.get(name);
      await running?.stop();
      const exit = await running?.exited;
      if (exit?.code !== 0) complaints.push(`${name}: ended with ${JSON.stringify(exit)}`);
      await (other ? other.restart() : system.restart(name));
    },
    async stop() {
      await balancer.close();
      await system.stop();
    },
  };
}
