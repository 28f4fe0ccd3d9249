import rateLimit, { type FastifyRateLimitStore } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { LimitsConfig } from "../../config.ts";
import { ProblemError } from "../../problems/problem-error.ts";

const WINDOW_MS = 60_000;

/** A function that charges units in addition to the one unit of a request. Negative units are a refund. */
export type Spend = (request: FastifyRequest, reply: FastifyReply, units: number) => void;

/**
 * Limits the units per minute of each caller or, without a credential, each address, in each replica. A
 * caller with a unit left is admitted, even if the request costs more. Returns the function to charge units.
 */
export async function rateLimits(app: FastifyInstance, config: LimitsConfig): Promise<Spend> {
  const allowances = createAllowances(WINDOW_MS);
  const byType = { api_key: config.perKey, user: config.perPerson };
  const max = ({ caller }: FastifyRequest): number =>
    caller === null ? config.perAddress : byType[caller.actor.type];
  await app.register(rateLimit, {
    timeWindow: WINDOW_MS,
    store: allowances.Store,
    enableDraftSpec: true,
    max,
    keyGenerator: ownerOf,
    errorResponseBuilder: () => new ProblemError("RATE_LIMITED"),
  });
  return (request, reply, units) => {
    const { current } = allowances.spend(ownerOf(request), units);
    reply.header("ratelimit-remaining", Math.max(0, max(request) - current));
  };
}

function ownerOf(request: FastifyRequest): string {
  const actor = request.caller?.actor;
  return actor ? `${actor.type} ${actor.id}` : `address ${rateLimit.normalizeIP(request.ip)}`;
}

/**
 * Creates a function that counts a request of an address. It throws TOO_MANY_ATTEMPTS above `mostPerMinute`
 * requests in a minute. Each replica counts separately.
 */
export function requestLimit(mostPerMinute: number) {
  const { spend } = createAllowances(WINDOW_MS);
  return ({ ip }: FastifyRequest): void => {
    const { current, ttl } = spend(rateLimit.normalizeIP(ip), 1);
    if (current > mostPerMinute)
      throw new ProblemError("TOO_MANY_ATTEMPTS", undefined, { retryAfterMs: ttl });
  };
}

// The maximum number of counters. A further counter replaces the least recently used counter.
const MAX_COUNTERS = 10_000;

interface Spent {
  current: number;
  /** Milliseconds until the window ends. */
  ttl: number;
}

/**
 * Creates counters of the units of each owner. A window begins with the owner's first request after the last
 * window. The rate limiter's own store counts only requests, but a request may cost several units.
 */
export function createAllowances(windowMs: number) {
  const counters = new LRUCache<string, { current: number; endsAt: number }>({
    max: MAX_COUNTERS,
  });

  function spend(owner: string, units: number): Spent {
    const now = Date.now();
    const last = counters.get(owner);
    const counter =
      last !== undefined && now < last.endsAt ? last : { current: 0, endsAt: now + windowMs };
    // The sum could be negative, because units may be returned after the window in which they were spent.
    counter.current = Math.max(0, counter.current + units);
    counters.set(owner, counter);
    return { current: counter.current, ttl: counter.endsAt - now };
  }

  class Store implements FastifyRateLimitStore {
    incr(owner: string, done: (error: Error | null, result?: Spent) => void): void {
      done(null, spend(owner, 1));
    }

    child(): Store {
      return this;
    }
  }
  return { spend, Store };
}
