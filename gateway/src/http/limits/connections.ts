import type { Socket } from "node:net";
import rateLimit from "@fastify/rate-limit";
import type { App } from "../../app-type.ts";
import type { GatewayConfig } from "../../config.ts";
import { ProblemError } from "../../problems/problem-error.ts";
import { createOpenLimit } from "./open-limit.ts";

/**
 * Limits the connections of one address, idle or not. Also limits the requests of one address that are under
 * way. Behind proxies, a connection carries requests of many callers, so only requests are limited, by the
 * address that the proxies report.
 */
export function connectionLimits(
  app: App,
  { limits, trustedProxies }: Pick<GatewayConfig, "limits" | "trustedProxies">,
): void {
  const most = { perCaller: limits.connectionsPerAddress };
  if (trustedProxies === 0) {
    const connect = createOpenLimit(most);
    app.server.on("connection", (socket: Socket) => {
      const release = connect(rateLimit.normalizeIP(socket.remoteAddress ?? ""));
      if (release === undefined) socket.destroy();
      else socket.once("close", release);
    });
  }
  const begin = createOpenLimit(most);
  app.addHook("onRequest", async (request, reply) => {
    const release = begin(rateLimit.normalizeIP(request.ip));
    if (release === undefined) throw new ProblemError("TOO_MANY_AT_ONCE");
    reply.raw.once("close", release);
  });
}
