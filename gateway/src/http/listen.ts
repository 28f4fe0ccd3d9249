import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createProbeServer } from "@tms/kit/rpc/health";
import type { Metrics } from "@tms/kit/metrics/registry";
import type { Shutdown } from "@tms/kit/process/shutdown";
import type { FastifyInstance } from "fastify";
import type { GatewayConfig } from "../config.ts";

const DRAIN_LIMIT_MS = 10_000;

/**
 * Listens for callers, and for probes on a separate port, which connections of callers cannot block. At
 * shutdown, readiness fails first, and requests under way have ten seconds to finish.
 */
export async function listen(
  app: FastifyInstance,
  config: Pick<GatewayConfig, "host" | "port" | "probePort" | "limits">,
  shutdown: Shutdown,
  metrics: Metrics,
): Promise<{ port: number; probePort: number }> {
  const { host, port, probePort, limits } = config;
  // Readiness does not depend on the services. Otherwise, if a service were down, every replica would leave
  // the load balancer, and callers would get the load balancer's error instead of a problem document.
  let ready = false;
  const probes = createProbeServer(async () => ready, metrics);
  probes.listen(probePort, host);
  await once(probes, "listening");
  shutdown.add("the probe server", () => {
    probes.close();
    probes.closeAllConnections();
  });

  app.server.maxConnections = limits.connections;
  await app.listen({ host, port, listenTextResolver: (address) => `listening at ${address}` });
  ready = true;
  shutdown.add("the HTTP server", async () => {
    ready = false;
    const limit = setTimeout(() => app.server.closeAllConnections(), DRAIN_LIMIT_MS);
    await app.close();
    clearTimeout(limit);
  });
  return { port: portOf(app.server), probePort: portOf(probes) };
}

const portOf = (server: Pick<Server, "address">): number => (server.address() as AddressInfo).port;
