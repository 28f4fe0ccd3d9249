import type { Db } from "@tms/kit/database/handle";
import { listenTo, type Listener } from "@tms/kit/database/listener";
import { DomainError } from "@tms/kit/errors/domain-error";
import { startLoop, type Loop } from "@tms/kit/process/loop";
import type { Logger } from "@tms/kit/process/log";
import type { Shutdown } from "@tms/kit/process/shutdown";
import { HEADS_CHANNEL, headOf, findLastSequences } from "./db/heads.ts";

/** Waits for logs to grow. */
export interface HeadWatch {
  /**
   * The last sequence of a log, once it is beyond `after`, or after `waitMs` as it is then. Rejects with
   * OVERLOADED when too many wait.
   */
  beyond(gameId: string, after: bigint, waitMs: number, signal: AbortSignal): Promise<bigint>;
}

/** How often the heads are looked at, whatever is announced: the safety net. */
export const LOOK_EVERY_MS = 5_000;
// Each gateway waits once for an environment, so these are as many environments.
const MOST_WAITING = 5_000;

interface Waiter {
  gameId: string;
  after: bigint;
  /** The last sequence that was seen; undefined until something was. */
  last?: bigint;
  /** Ends the wait. */
  end: () => void;
}

/**
 * Hears of each log that grows, whichever replica took the events in, and looks once at the head of
 * whatever somebody begins to wait for. All waits share one connection and one query.
 */
export function createHeadWatch(db: Db, log: Logger, shutdown: Shutdown): HeadWatch {
  const waiting = new Map<string, Set<Waiter>>();
  let count = 0;
  let running: { loop: Loop; listener: Listener } | undefined;
  const checkListener = atMostEvery(LOOK_EVERY_MS, () => void running?.listener.check());
  shutdown.add("the watch over the heads", async () => {
    await running?.listener.stop();
    await running?.loop.stop();
  });

  function grown({ gameId, last }: ReturnType<typeof headOf>): void {
    for (const waiter of waiting.get(gameId) ?? []) {
      if (waiter.last === undefined || last > waiter.last) waiter.last = last;
      if (last > waiter.after) waiter.end();
    }
  }

  async function look(): Promise<boolean> {
    if (count === 0) return false;
    const heads = await findLastSequences(db, [...waiting.keys()]);
    for (const [gameId, last] of heads) grown({ gameId, last });
    checkListener();
    return false;
  }

  // Only once somebody waits: a replica that nobody asks has no need of the connection.
  function begin() {
    const loop = startLoop("watch over the heads", LOOK_EVERY_MS, look, log);
    const onPayload = (payload: string) => grown(headOf(payload));
    return {
      loop,
      listener: listenTo(db, HEADS_CHANNEL, { onPayload, onConnected: () => loop.wake() }, log),
    };
  }

  function enter(waiter: Waiter): () => void {
    const ofGame = waiting.get(waiter.gameId) ?? new Set();
    waiting.set(waiter.gameId, ofGame.add(waiter));
    count += 1;
    return () => {
      count -= 1;
      ofGame.delete(waiter);
      if (ofGame.size === 0) waiting.delete(waiter.gameId);
    };
  }

  return {
    async beyond(gameId, after, waitMs, signal) {
      if (count >= MOST_WAITING)
        throw new DomainError("OVERLOADED", "Too many callers wait for events. Retry later.");
      running ??= begin();
      const { promise, resolve } = Promise.withResolvers<void>();
      const end = () => resolve();
      const timer = setTimeout(end, waitMs);
      signal.addEventListener("abort", end);
      const waiter: Waiter = { gameId, after, end };
      const leave = enter(waiter);
      // What was announced before this moment is found by a look that begins after it.
      running.loop.wake();
      try {
        await promise;
        return waiter.last ?? (await findLastSequences(db, [gameId])).get(gameId) ?? 0n;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        leave();
      }
    },
  };
}

/** Returns a function that does something unless it was done less than a time ago. */
function atMostEvery(ms: number, act: () => void): () => void {
  let doneAt = -Infinity;
  return () => {
    if (performance.now() - doneAt < ms) return;
    doneAt = performance.now();
    act();
  };
}
