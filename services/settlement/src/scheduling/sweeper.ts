import { startLoop } from "@tms/kit/process/loop";
import type { Context } from "../context.ts";
import { findComing, type ComingRow } from "../db/settlements.ts";
import type { WorkerPool } from "./queue.ts";

const EVERY_MS = 1_000;
// Twice the interval, so that a settlement gets its timer even if one sweep fails.
const AHEAD_MS = 2 * EVERY_MS;
// A settlement still due after this time runs directly. BullMQ repeats a dead worker's job only after 30 s.
const REPEAT_MS = 5 * EVERY_MS;
const MAX_BATCH = 1_000;

/**
 * Creates a sweep. The sweep queues due settlements, because the queue may have lost their jobs. If the queue
 * is unavailable, the worker pool runs the due settlements. A settlement that is due soon gets a timer.
 */
export function createSweep(
  context: Pick<Context, "db" | "log" | "queue">,
  timers: Timers,
  pool: WorkerPool,
) {
  const queuedAt = new Map<string, number>();
  const handedOver = new Set<string>();

  async function enqueue(due: readonly ComingRow[]) {
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

  /** Starts a settlement without awaiting it, because a slow settlement must not delay the sweep. */
  function handOver(tournamentId: string) {
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

// Timers of Node.js can fire up to a millisecond early.
const EARLY_MS = 1;

export function createTimers(work: (tournamentId: string) => Promise<void>) {
  const timers = new Map<string, NodeJS.Timeout>();
  const start = (tournamentId: string) => {
    timers.delete(tournamentId);
    // If the work fails, a job in the queue or a later sweep starts the settlement again.
    work(tournamentId).catch(() => undefined);
  };
  return {
    set(tournamentId: string, inMs: number) {
      if (timers.has(tournamentId)) return;
      timers.set(tournamentId, setTimeout(start, Math.ceil(inMs) + EARLY_MS, tournamentId));
    },
    close() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}

export function startSweeper(context: Context, pool: WorkerPool) {
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
