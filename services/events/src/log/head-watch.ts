import type { Db } from "@tms/kit/database/handle";
import { listenTo, type Listener } from "@tms/kit/database/listener";
import { DomainError } from "@tms/kit/errors/domain-error";
import type { Logger } from "@tms/kit/process/log";
import { startLoop, type Loop } from "@tms/kit/process/loop";
import type { Shutdown } from "@tms/kit/process/shutdown";
import { findLastSequences, HEADS_CHANNEL, parseHead } from "../db/events.ts";

// A notification can be lost, so the heads of all waiting callers are read again after this time.
const LOOK_EVERY_MS = 5_000;
// A gateway makes one waiting call per environment, however many clients it has.
const MAX_WAITING = 5_000;

interface Waiter {
  gameId: string;
  after: bigint;
  /** Undefined until a notification or a query has reported the last sequence. */
  last?: bigint;
  end: () => void;
}

/**
 * Creates the watch over the heads. All waiting callers share one connection, which gets the notifications of
 * all replicas. They also share one query, which runs every five seconds and when a caller begins to wait.
 */
export function createHeadWatch(db: Db, log: Logger, shutdown: Shutdown) {
  const waiting = new Map<string, Set<Waiter>>();
  let count = 0;
  let running: { loop: Loop; listener: Listener } | undefined;
  let checkedAtMs = -Infinity;
  shutdown.add("the watch over the heads", async () => {
    await running?.listener.stop();
    await running?.loop.stop();
  });

  function notify({ gameId, last }: ReturnType<typeof parseHead>): void {
    for (const waiter of waiting.get(gameId) ?? []) {
      if (waiter.last === undefined || last > waiter.last) waiter.last = last;
      if (last > waiter.after) waiter.end();
    }
  }

  async function look(): Promise<boolean> {
    if (count === 0) return false;
    const heads = await findLastSequences(db, [...waiting.keys()]);
    for (const [gameId, last] of heads) notify({ gameId, last });
    if (performance.now() - checkedAtMs >= LOOK_EVERY_MS) {
      checkedAtMs = performance.now();
      void running?.listener.check();
    }
    return false;
  }

  function begin() {
    const loop = startLoop("watch over the heads", LOOK_EVERY_MS, look, log);
    const onPayload = (payload: string) => notify(parseHead(payload));
    const onConnected = () => loop.wake();
    return { loop, listener: listenTo(db, HEADS_CHANNEL, { onPayload, onConnected }, log) };
  }

  return {
    /** Returns the last sequence once it exceeds `after`, after `waitMs`, or on abort. Throws OVERLOADED. */
    async waitBeyond(gameId: string, after: bigint, waitMs: number, signal: AbortSignal) {
      if (count >= MAX_WAITING)
        throw new DomainError("OVERLOADED", "Too many callers wait for events. Retry later.");
      running ??= begin();
      const { promise, resolve: end } = Promise.withResolvers<void>();
      const timer = setTimeout(end, waitMs);
      const onAbort = () => end();
      signal.addEventListener("abort", onAbort);
      const waiter: Waiter = { gameId, after, end };
      const waiters = waiting.getOrInsertComputed(gameId, () => new Set());
      waiters.add(waiter);
      count += 1;
      // Looks for events that were announced before this caller waited.
      running.loop.wake();
      try {
        await promise;
        return waiter.last ?? (await findLastSequences(db, [gameId])).get(gameId) ?? 0n;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
        count -= 1;
        waiters.delete(waiter);
        if (waiters.size === 0) waiting.delete(gameId);
      }
    },
  };
}
