import rateLimit from "@fastify/rate-limit";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app-type.ts";
import type { LimitsConfig } from "../config.ts";
import { ProblemError } from "../problems/problem-error.ts";
import { callerIfKnown } from "../auth/caller.ts";

const WINDOW_MS = 60_000;
// Counters kept at most: beyond, the least recently used are forgotten.
const MOST_COUNTERS = 10_000;

/** Counts one request against its address; throws RATE_LIMITED when that has none left. */
export type CountAddress = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Limits every route, per API key where one was accepted and per address elsewhere, and tells
 * in the RateLimit headers what is left. Counters are this replica's own. Returns a further
 * counter per address, for keys that are not known to be good.
 */
export async function limits(app: App, config: LimitsConfig): Promise<CountAddress> {
  await app.register(rateLimit, {
    timeWindow: WINDOW_MS,
    cache: MOST_COUNTERS,
    enableDraftSpec: true,
    max: (request) => (callerIfKnown(request) ? config.perKey : config.perAddress),
    keyGenerator: (request) => {
      const caller = callerIfKnown(request);
      return caller ? `key ${caller.apiKeyId}` : `address ${addressOf(request)}`;
    },
    errorResponseBuilder: () => new ProblemError("RATE_LIMITED"),
  });
  const count = app.createRateLimit({ max: config.perAddress, keyGenerator: addressOf });
  return async (request, reply) => {
    const verdict = await count(request);
    if (verdict.isAllowed || !verdict.isExceeded) return;
    reply.headers({
      "retry-after": verdict.ttlInSeconds,
      "ratelimit-limit": verdict.max,
      "ratelimit-remaining": 0,
      "ratelimit-reset": verdict.ttlInSeconds,
    });
    throw new ProblemError("RATE_LIMITED");
  };
}

const addressOf = (request: FastifyRequest): string => rateLimit.normalizeIP(request.ip);
