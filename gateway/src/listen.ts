import type { AddressInfo } from "node:net";
import type { Closing } from "@tms/kit/closing";
import type { App } from "./app-type.ts";
import type { GatewayConfig } from "./config.ts";

const DRAIN_LIMIT_MS = 10_000;

/**
 * Listens, and registers the way to stop: readiness fails first, no connection is taken any
 * more, requests under way finish within ten seconds. Returns the port in use.
 */
export async function listen(
  app: App,
  config: Pick<GatewayConfig, "host" | "port" | "limits">,
  closing: Closing,
): Promise<number> {
  const { host, port } = config;
  app.server.maxConnections = config.limits.connections;
  await app.listen({ host, port, listenTextResolver: (address) => `listening at ${address}` });
  closing.add("the HTTP server", () => drain(app));
  return (app.server.address() as AddressInfo).port;
}

async function drain(app: App): Promise<void> {
  const limit = setTimeout(() => app.server.closeAllConnections(), DRAIN_LIMIT_MS);
  await app.close();
  clearTimeout(limit);
}
