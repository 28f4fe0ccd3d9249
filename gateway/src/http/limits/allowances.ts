import type { FastifyRateLimitStore } from "@fastify/rate-limit";
import { LRUCache } from "lru-cache";

// Beyond these the least recently used counters are dropped.
const MOST_COUNTERS = 10_000;

/** The units that an owner has spent in the current window. */
export interface Spent {
  current: number;
  /** Milliseconds until the window ends. */
  ttl: number;
}

/**
 * Counts the units that each owner spends within a window of time, which begins with its first
 * request. The rate limiter's own store counts requests only; here they may cost more than one unit.
 */
export function createAllowances(windowMs: number) {
  const counters = new LRUCache<string, { current: number; endsAt: number }>({
    max: MOST_COUNTERS,
  });

  function spend(owner: string, units: number): Spent {
    const now = Date.now();
    const last = counters.get(owner);
    const counter =
      last !== undefined && now < last.endsAt ? last : { current: 0, endsAt: now + windowMs };
    // Units may be given back after the window in which they were spent has ended.
    counter.current = Math.max(0, counter.current + units);
    counters.set(owner, counter);
    return { current: counter.current, ttl: counter.endsAt - now };
  }

  /** The store of the rate limiter. */
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
