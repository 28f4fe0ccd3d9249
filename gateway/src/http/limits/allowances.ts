import type { FastifyRateLimitStore } from "@fastify/rate-limit";
import { LRUCache } from "lru-cache";

// The maximum number of counters. A further counter replaces the least recently used counter.
const MAX_COUNTERS = 10_000;

/** The units that an owner has spent in the current window. */
export interface Spent {
  current: number;
  /** Milliseconds until the window ends. */
  ttl: number;
}

/**
 * Creates counters of the units that each owner spends in a window. A window begins with the owner's first
 * request after the previous window. The rate limiter's own store counts only requests, but a request may
 * cost several units.
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

  /** A store for the rate limiter. */
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
