import { setImmediate } from "node:timers/promises";
import type { Clients } from "../clients.ts";
import { createOpenLimit } from "../http/limits/open-limit.ts";
import { ProblemError } from "../problems/problem-error.ts";

/** The maximum wait of a call for new events. Short, because a stopping service waits for these calls. */
export const ROUND_MS = 2_000;

const ANSWER_MARGIN_MS = 3_000;
export const ROUND_LIMIT_MS = ROUND_MS + ANSWER_MARGIN_MS;

interface EventWait {
  gameId: string;
  /** The wait ends when the log grows beyond this sequence. */
  after: bigint;
  /** The wait ends at this time at the latest, on the clock of performance.now(). */
  endsAt: number;
  /** The wait ends when the caller disconnects. */
  signal: AbortSignal;
  caller: string;
}

export interface EventWatch {
  /** Resolves to true if the log has grown. Rejects with TOO_MANY_AT_ONCE if too many requests wait. */
  wait(wait: EventWait): Promise<boolean>;
  /** Ends all current and later waits. The callers ask again at another replica. */
  readonly stop: () => void;
}

export const MAX_WAITING = { perCaller: 20, perGame: 100, perReplica: 500 };

const MAX_SEQUENCE = BigInt(Number.MAX_SAFE_INTEGER);

interface Waiter {
  after: bigint;
  settle: (hasGrown: boolean) => void;
  fail: (error: unknown) => void;
}

interface Watched {
  waiters: Set<Waiter>;
  /** The last sequence of the log that the service returned. */
  last: bigint;
  /** The sequence beyond which the current call waits, and the abort controller of the call. */
  round: { after: bigint; cut: AbortController };
}

/** Creates a watch that shares one call to the service among all requests that wait for a log. */
export function createEventWatch({ events }: Pick<Clients, "events">): EventWatch {
  const watched = new Map<string, Watched>();
  const begin = createOpenLimit(MAX_WAITING);
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
        // Lets finished waiters leave before the next round.
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

const firstRound = ({ waiters }: Pick<Watched, "waiters">): Watched["round"] => ({
  after: [...waiters].reduce((least, { after }) => (after < least ? after : least), MAX_SEQUENCE),
  cut: new AbortController(),
});

function grownTo(watch: Watched, last: bigint): void {
  if (last <= watch.last) return;
  watch.last = last;
  for (const waiter of watch.waiters) if (last > waiter.after) waiter.settle(true);
}
