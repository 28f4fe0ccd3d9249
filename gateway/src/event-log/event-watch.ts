import { setImmediate } from "node:timers/promises";
import type { Clients } from "../clients.ts";
import { createOpenLimit } from "../http/limits/open-limit.ts";
import { ProblemError } from "../problems/problem-error.ts";

/** How long a call waits for a log to grow. No call takes longer: one that is stopping waits for it. */
export const ROUND_MS = 2_000;

const ANSWER_MARGIN_MS = 3_000;
/** When a call that waits a round is given up. */
export const ROUND_LIMIT_MS = ROUND_MS + ANSWER_MARGIN_MS;

/** A request that waits for events. */
export interface EventWait {
  gameId: string;
  /** It ends when the log goes beyond this sequence. */
  after: bigint;
  /** It ends at this moment at the latest, on the clock of performance.now(). */
  endsAt: number;
  /** It ends when the caller has gone. */
  signal: AbortSignal;
  /** Who waits: an API key or a person. */
  caller: string;
}

/** Waits for logs to grow. */
export interface EventWatch {
  /** True when the log has grown. Rejects with TOO_MANY_AT_ONCE where too many requests wait. */
  wait(wait: EventWait): Promise<boolean>;
  /** Ends all waits, now and later: whoever waits asks again, at another replica. */
  readonly stop: () => void;
}

/** How many requests of a caller, of a game, and of all callers, may wait at once. */
export const MOST_WAITING = { perCaller: 20, perGame: 100, perReplica: 500 };

const MOST_SEQUENCE = BigInt(Number.MAX_SAFE_INTEGER);

interface Waiter {
  after: bigint;
  settle: (hasGrown: boolean) => void;
  fail: (error: unknown) => void;
}

/** One environment's log and those who wait for it. */
interface Watched {
  waiters: Set<Waiter>;
  /** The last sequence that the service has told of; a waiter may name a later one. */
  last: bigint;
  /** What the call under way waits beyond, and how to end it. */
  round: { after: bigint; cut: AbortController };
}

/**
 * Lets any number of requests wait for an environment's log with one call to the service, repeated for
 * as long as anybody waits.
 */
export function createEventWatch({ events }: Pick<Clients, "events">): EventWatch {
  const watched = new Map<string, Watched>();
  const begin = createOpenLimit(MOST_WAITING);
  const stopping = new AbortController();

  async function follow(gameId: string, watch: Watched): Promise<void> {
    try {
      for (; watch.waiters.size > 0; watch.round = firstRound(watch)) {
        const { after, cut } = watch.round;
        const asked = { gameId, afterSequence: after, waitMs: ROUND_MS };
        const signal = AbortSignal.any([stopping.signal, cut.signal]);
        const options = { timeoutMs: ROUND_LIMIT_MS, signal };
        try {
          const { lastSequence } = await events.awaitEvents(asked, options);
          grownTo(watch, lastSequence);
        } catch (error) {
          if (!cut.signal.aborted) throw error;
        }
        // Those who are answered leave before the next round is asked for.
        await setImmediate();
      }
    } catch (error) {
      for (const waiter of watch.waiters) waiter.fail(error);
    } finally {
      watched.delete(gameId);
    }
  }

  function addWaiter(gameId: string, waiter: Waiter): Watched {
    const known = watched.get(gameId);
    if (known !== undefined) {
      known.waiters.add(waiter);
      if (known.last > waiter.after) waiter.settle(true);
      else if (known.round.after > waiter.after) known.round.cut.abort();
      return known;
    }
    const waiters = new Set([waiter]);
    const watch: Watched = { waiters, last: 0n, round: firstRound({ waiters }) };
    watched.set(gameId, watch);
    void follow(gameId, watch);
    return watch;
  }

  return {
    async wait({ gameId, after, endsAt, signal, caller }) {
      const ended = AbortSignal.any([signal, stopping.signal]);
      if (ended.aborted) return false;
      const leave = begin(caller, gameId);
      if (leave === undefined)
        throw new ProblemError(
          "TOO_MANY_AT_ONCE",
          "Too many requests wait for events. Wait until one of them has a response.",
        );
      const { promise, resolve, reject } = Promise.withResolvers<boolean>();
      const end = () => resolve(false);
      const timer = setTimeout(end, Math.max(0, endsAt - performance.now()));
      ended.addEventListener("abort", end);
      const waiter: Waiter = { after, settle: resolve, fail: reject };
      const watch = addWaiter(gameId, waiter);
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        ended.removeEventListener("abort", end);
        watch.waiters.delete(waiter);
        leave();
      }
    },
    stop: () => stopping.abort(),
  };
}

/** A call that waits for the first of those who wait. */
const firstRound = ({ waiters }: Pick<Watched, "waiters">): Watched["round"] => ({
  after: [...waiters].reduce((least, { after }) => (after < least ? after : least), MOST_SEQUENCE),
  cut: new AbortController(),
});

/** Notes how far a log is, and ends the waits that this fulfils. */
function grownTo(watch: Watched, last: bigint): void {
  if (last <= watch.last) return;
  watch.last = last;
  for (const waiter of watch.waiters) if (last > waiter.after) waiter.settle(true);
}
