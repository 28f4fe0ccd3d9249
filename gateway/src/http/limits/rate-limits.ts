import rateLimit from "@fastify/rate-limit";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app-type.ts";
import { createAllowances } from "./allowances.ts";
import type { LimitsConfig } from "../../config.ts";
import { ProblemError } from "../../problems/problem-error.ts";
import { findPrincipal } from "../../auth/principal.ts";

const WINDOW_MS = 60_000;

/** Has a request cost more units than the one it was let in for; fewer than none give back. */
export type Spend = (request: FastifyRequest, reply: FastifyReply, units: number) => void;

/**
 * Limits every route, per API key where one was accepted and per address elsewhere, and tells
 * in the RateLimit headers what is left. Whoever has something left is let in, whatever the
 * request then costs. Counters are this replica's own.
 */
export async function limits(app: App, config: LimitsConfig): Promise<Spend> {
  const allowances = createAllowances(WINDOW_MS);
  const most = (request: FastifyRequest) =>
    findPrincipal(request) ? config.perKey : config.perAddress;
  await app.register(rateLimit, {
    timeWindow: WINDOW_MS,
    store: allowances.Store,
    enableDraftSpec: true,
    max: most,
    keyGenerator: ownerOf,
    errorResponseBuilder: () => new ProblemError("RATE_LIMITED"),
  });
  return (request, reply, units) => {
    const { current } = allowances.spend(ownerOf(request), units);
    reply.header("ratelimit-remaining", Math.max(0, most(request) - current));
  };
}

function ownerOf(request: FastifyRequest): string {
  const actor = findPrincipal(request)?.actor;
  return actor ? `${actor.type} ${actor.id}` : `address ${rateLimit.normalizeIP(request.ip)}`;
}
