import type { AddressInfo } from "node:net";
import type { Closing } from "@tms/kit/closing";
import type { Logger } from "@tms/kit/log";
import type { App } from "./app.ts";
import type { GatewayConfig } from "./config.ts";

const DRAIN_LIMIT_MS = 10_000;

/**
 * Listens, and registers the way to stop: readiness fails first, no connection is taken any
 * more, requests under way finish within ten seconds. Returns the port in use.
 */
export async function listen(
  app: App,
  config: Pick<GatewayConfig, "host" | "port">,
  log: Logger,
  closing: Closing,
): Promise<number> {
  await app.listen({ host: config.host, port: config.port });
  closing.add("the HTTP server", () => drain(app));
  const { port } = app.server.address() as AddressInfo;
  log.info({ host: config.host, port }, "listening");
  return port;
}

async function drain(app: App): Promise<void> {
  const limit = setTimeout(() => app.server.closeAllConnections(), DRAIN_LIMIT_MS);
  await app.close();
  clearTimeout(limit);
}
