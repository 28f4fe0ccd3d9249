import type { Socket } from "node:net";
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import type { GatewayConfig } from "../../config.ts";
import { ProblemError } from "../../problems/problem-error.ts";

interface OpenLimits {
  perCaller: number;
  perGame?: number;
  perReplica?: number;
}

export function createOpenLimit({
  perCaller,
  perGame = Infinity,
  perReplica = Infinity,
}: OpenLimits) {
  const open = new Map<string, number>();

  /** Counts a connection or request. Returns the function that releases it, or undefined at a limit. */
  return (caller: string, game = ""): (() => void) | undefined => {
    const limits = [
      [`caller ${caller}`, perCaller],
      [`game ${game}`, perGame],
      ["replica", perReplica],
    ] as const;
    if (limits.some(([name, max]) => (open.get(name) ?? 0) >= max)) return undefined;
    const add = (by: 1 | -1): void => {
      for (const [name] of limits) {
        const count = (open.get(name) ?? 0) + by;
        if (count > 0) open.set(name, count);
        else open.delete(name);
      }
    };
    add(1);
    return () => add(-1);
  };
}

/**
 * Limits the connections of one address, and its requests under way. Behind proxies, a connection carries
 * requests of many callers, so only requests are limited, by the address that the proxies report.
 */
export function connectionLimits(
  app: FastifyInstance,
  { limits, trustedProxies }: Pick<GatewayConfig, "limits" | "trustedProxies">,
): void {
  const limit = { perCaller: limits.connectionsPerAddress };
  if (trustedProxies === 0) {
    const connect = createOpenLimit(limit);
    app.server.on("connection", (socket: Socket) => {
      const release = connect(rateLimit.normalizeIP(socket.remoteAddress ?? ""));
      if (release === undefined) socket.destroy();
      else socket.once("close", release);
    });
  }
  const begin = createOpenLimit(limit);
  app.addHook("onRequest", async (request, reply) => {
    const release = begin(rateLimit.normalizeIP(request.ip));
    if (release === undefined) throw new ProblemError("TOO_MANY_AT_ONCE");
    reply.raw.once("close", release);
  });
}
