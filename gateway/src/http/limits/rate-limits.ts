import rateLimit from "@fastify/rate-limit";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app-type.ts";
import { findCaller } from "../../auth/principal.ts";
import type { LimitsConfig } from "../../config.ts";
import { createAllowances } from "./allowances.ts";
import { ProblemError } from "../../problems/problem-error.ts";

const WINDOW_MS = 60_000;

/**
 * Charges the caller `units` in addition to the unit that each request costs. Negative units are returned.
 */
export type Spend = (request: FastifyRequest, reply: FastifyReply, units: number) => void;

/**
 * Limits every route: by caller if the request is authenticated, otherwise by address. The RateLimit headers
 * show the units that are left. A caller that has units left is admitted, even if the request costs more.
 * Each replica counts separately.
 */
export async function rateLimits(app: App, config: LimitsConfig): Promise<Spend> {
  const allowances = createAllowances(WINDOW_MS);
  const most = (request: FastifyRequest) => mostFor(request, config);
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

function mostFor(request: FastifyRequest, config: LimitsConfig): number {
  switch (findCaller(request)?.actor.type) {
    case "api_key":
      return config.perKey;
    case "user":
      return config.perPerson;
    case undefined:
      return config.perAddress;
  }
}

function ownerOf(request: FastifyRequest): string {
  const actor = findCaller(request)?.actor;
  return actor ? `${actor.type} ${actor.id}` : `address ${rateLimit.normalizeIP(request.ip)}`;
}

/** Counts a request. Throws TOO_MANY_ATTEMPTS if the request exceeds the limit. */
export type LimitRequests = (request: FastifyRequest) => void;

/** Creates a limit on the requests of one kind from one address within a minute, in each replica. */
export function requestLimit(mostPerMinute: number): LimitRequests {
  const { spend } = createAllowances(WINDOW_MS);
  return ({ ip }) => {
    const { current, ttl } = spend(rateLimit.normalizeIP(ip), 1);
    if (current > mostPerMinute)
      throw new ProblemError("TOO_MANY_ATTEMPTS", undefined, { retryAfterMs: ttl });
  };
}
