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
  const callers = new Map<string, number>();
  const games = new Map<string, number>();
  let total = 0;

  function add(counts: Map<string, number>, of: string, by: 1 | -1): void {
    const open = (counts.get(of) ?? 0) + by;
    if (open > 0) counts.set(of, open);
    else counts.delete(of);
  }

  function count(caller: string, game: string, by: 1 | -1): void {
    add(callers, caller, by);
    add(games, game, by);
    total += by;
  }

  /** Returns a function that ends the count of a connection or request. Undefined if a limit is reached. */
  return (caller: string, game = ""): (() => void) | undefined => {
    const isFull =
      (callers.get(caller) ?? 0) >= perCaller ||
      (games.get(game) ?? 0) >= perGame ||
      total >= perReplica;
    if (isFull) return undefined;
    count(caller, game, 1);
    return () => count(caller, game, -1);
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
