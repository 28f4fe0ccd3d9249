import type { Socket } from "node:net";
import rateLimit from "@fastify/rate-limit";
import type { App } from "../../app-type.ts";
import type { GatewayConfig } from "../../config.ts";
import { createTally } from "./tally.ts";
import { ProblemError } from "../../problems/problem-error.ts";

/**
 * Bounds what one address may hold of the connections there are, half-sent requests and idle ones
 * alike, and how many requests it may have under way: one connection can carry many. Behind proxies
 * every connection is a proxy's and carries requests of many, so there the requests alone count,
 * by the address that the proxies tell.
 */
export function boundAddresses(
  app: App,
  { limits, trustedProxies }: Pick<GatewayConfig, "limits" | "trustedProxies">,
): void {
  if (trustedProxies === 0) {
    const connect = createTally(limits.connectionsPerAddress);
    app.server.on("connection", (socket: Socket) => {
      const release = connect(rateLimit.normalizeIP(socket.remoteAddress ?? ""));
      if (release === undefined) socket.destroy();
      else socket.once("close", release);
    });
  }
  const begin = createTally(limits.connectionsPerAddress);
  app.addHook("onRequest", async (request, reply) => {
    const release = begin(rateLimit.normalizeIP(request.ip));
    if (release === undefined) throw new ProblemError("TOO_MANY_AT_ONCE");
    reply.raw.once("close", release);
  });
}
