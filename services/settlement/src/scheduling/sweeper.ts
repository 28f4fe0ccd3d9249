import { startLoop } from "@tms/kit/process/loop";
import type { Context } from "../context.ts";
import { findComing, type ComingRow } from "../db/settlements.ts";
import type { WorkerPool } from "./worker-pool.ts";

const EVERY_MS = 1_000;
// Two sweeps see each settlement before it is due.
const AHEAD_MS = 2 * EVERY_MS;
// A settlement that is still due after this time is queued again, and also given to the worker pool. A
// worker that died may have taken the job, and BullMQ repeats a lost job only after 30 to 60 seconds.
const REPEAT_MS = 5 * EVERY_MS;
const MAX_BATCH = 1_000;

/**
 * Creates a sweep, which reads from Postgres the settlements that are due now or soon. The sweep queues due
 * settlements, because the queue may have lost them. If the queue is unavailable, the sweep gives them to the
 * worker pool. A settlement that is due soon gets a timer.
 */
export function createSweep(
  context: Pick<Context, "db" | "log" | "queue">,
  timers: Timers,
  pool: WorkerPool,
) {
  const queuedAt = new Map<string, number>();
  const handedOver = new Set<string>();

  async function enqueue(due: readonly ComingRow[]): Promise<void> {
    const now = performance.now();
    const keys = new Set(due.map(toKey));
    for (const key of queuedAt.keys()) if (!keys.has(key)) queuedAt.delete(key);
    const toQueue = due.filter((row) => now - (queuedAt.get(toKey(row)) ?? -Infinity) > REPEAT_MS);
    await context.queue.add(toQueue);
    for (const row of toQueue) {
      if (queuedAt.has(toKey(row))) handOver(row.tournamentId);
      queuedAt.set(toKey(row), now);
    }
  }

  /** Starts a settlement and does not wait for it, because a slow settlement must not delay the sweep. */
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
    const coming = await findComing(context.db, AHEAD_MS, MAX_BATCH);
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

const toKey = ({ tournamentId, at }: ComingRow) => `${tournamentId}/${at.getTime()}`;

export type Timers = ReturnType<typeof createTimers>;

// A timer can fire within the millisecond before its time.
const EARLY_MS = 1;

/** Creates timers of settlements that are due soon. */
export function createTimers(work: (tournamentId: string) => Promise<void>) {
  const timers = new Map<string, NodeJS.Timeout>();

  function start(tournamentId: string): void {
    timers.delete(tournamentId);
    // If the work fails, the job in the queue or a later sweep repeats it.
    work(tournamentId).catch(() => undefined);
  }

  return {
    /** Sets a timer, unless the settlement has one. */
    set(tournamentId: string, inMs: number) {
      if (timers.has(tournamentId)) return;
      const delayMs = Math.ceil(inMs) + EARLY_MS;
      timers.set(tournamentId, setTimeout(start, delayMs, tournamentId));
    },
    close() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}

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
