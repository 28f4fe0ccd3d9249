import type { FastifyRateLimitStore } from "@fastify/rate-limit";
import { LRUCache } from "lru-cache";

// Counters kept at most: beyond, the least recently used are forgotten.
const MOST_COUNTERS = 10_000;

/** What somebody has spent of the units of a window that is under way. */
export interface Spent {
  current: number;
  /** Milliseconds until everything is given back. */
  ttl: number;
}

/**
 * Counts the units that each owner spends within a window of time, which begins with the first. The
 * rate limiter's own store counts requests, one like another; in this one they may cost more.
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
    // What is given back belongs to the window it was spent in, and may come when that is over.
    counter.current = Math.max(0, counter.current + units);
    counters.set(owner, counter);
    return { current: counter.current, ttl: counter.endsAt - now };
  }

  /** What the rate limiter keeps its counters in. */
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
