import { startLoop } from "@tms/kit/process/loop";
import type { Context } from "../context.ts";
import { findComing, type ComingRow } from "../db/settlements.ts";
import { createTimers, type Timers } from "./timers.ts";
import type { WorkerPool } from "./worker-pool.ts";

const EVERY_MS = 1_000;
// Each moment is seen by two sweeps before it comes.
const AHEAD_MS = 2 * EVERY_MS;
// A wake-up is not queued again so soon: a long queue would only get slower. Then nobody waits for the
// queue alone any more: a worker that died may have taken the wake-up with it, and BullMQ gives it to
// another only after half a minute or a whole one.
const REPEAT_MS = 5 * EVERY_MS;
const BATCH = 1_000;

/**
 * Wakes workers for everything that is due by Postgres, also when the queue has lost it: after an
 * outage, an emptied Redis, or a worker that died. The worker pool settles directly what the queue was
 * told of in vain, and everything while the queue is away: nobody waits for Redis to be paid. What is due
 * within moments gets a timer: by Postgres' clock, as precisely as a timer can.
 */
export function createSweep(
  context: Pick<Context, "db" | "log" | "queue">,
  timers: Timers,
  pool: WorkerPool,
) {
  const enqueuedAt = new Map<string, number>();
  const handedOver = new Set<string>();

  async function enqueue(due: readonly ComingRow[]): Promise<void> {
    const now = performance.now();
    const keys = new Set(due.map(keyOf));
    for (const key of enqueuedAt.keys()) if (!keys.has(key)) enqueuedAt.delete(key);
    const toEnqueue = due.filter(
      (row) => now - (enqueuedAt.get(keyOf(row)) ?? -Infinity) > REPEAT_MS,
    );
    await context.queue.add(toEnqueue.map(({ tournamentId, at }) => ({ tournamentId, at })));
    for (const row of toEnqueue) {
      if (enqueuedAt.has(keyOf(row))) handOver(row.tournamentId);
      enqueuedAt.set(keyOf(row), now);
    }
  }

  /** Not waited for: a settlement that takes long holds up no sweep. */
  function handOver(tournamentId: string): void {
    if (handedOver.has(tournamentId)) return;
    handedOver.add(tournamentId);
    pool
      .run(tournamentId)
      .catch((error: unknown) =>
        context.log.warn(
          { err: error, tournamentId },
          "a settlement was interrupted and will be retried",
        ),
      )
      .finally(() => handedOver.delete(tournamentId));
  }

  return async function sweep(): Promise<boolean> {
    const coming = await findComing(context.db, AHEAD_MS, BATCH);
    for (const row of coming) if (row.inMs > 0) timers.set(row.tournamentId, row.inMs);
    const due = coming.filter((row) => row.inMs <= 0);
    try {
      await enqueue(due);
    } catch (error) {
      context.log.warn(
        { err: error, due: due.length },
        "the queue is unreachable; settling due tournaments directly",
      );
      for (const row of due) handOver(row.tournamentId);
    }
    return false;
  };
}

const keyOf = ({ tournamentId, at }: ComingRow) => `${tournamentId}/${at.getTime()}`;

/** Sweeps in the background until stopped. */
export function startSweeper(context: Context, pool: WorkerPool): { stop(): Promise<void> } {
  const timers = createTimers(pool.run);
  const sweep = createSweep(context, timers, pool);
  const loop = startLoop("settlement sweeper", EVERY_MS, sweep, context.log);
  return {
    async stop() {
      await loop.stop();
      timers.close();
    },
  };
}
