import { startLoop } from "@tms/kit/process/loop";
import type { Context } from "../context.ts";
import type { Crew } from "./worker-pool.ts";
import { findComing, type ComingRow } from "../db/settlements.ts";
import { createTimetable, type Timetable } from "./timers.ts";

const EVERY_MS = 1_000;
// Each moment is seen by two sweeps before it comes.
const AHEAD_MS = 2 * EVERY_MS;
// What the queue was told of lately it is not told again: a long queue would only get slower.
const REPEAT_MS = 5 * EVERY_MS;
const BATCH = 1_000;

/**
 * Wakes workers for everything that is due by Postgres, whatever the queue forgot: after an
 * outage, an emptied Redis, or a worker that died. While the queue is away the crew settles it
 * all the same: nobody waits for Redis to be paid. What is due within moments goes into the
 * timetable: by Postgres' clock, as precisely as a timer can.
 */
export function createSweep(
  context: Pick<Context, "db" | "log" | "queue">,
  timetable: Timetable,
  crew: Crew,
) {
  const toldAt = new Map<string, number>();
  const handedOver = new Set<string>();

  async function tell(due: readonly ComingRow[]): Promise<void> {
    const now = performance.now();
    for (const [key, at] of toldAt) if (now - at > REPEAT_MS) toldAt.delete(key);
    const untold = due.filter((row) => !toldAt.has(keyOf(row)));
    await context.queue.add(
      untold.map((row) => ({ tournamentId: row.tournament_id, at: row.retry_at })),
    );
    for (const row of untold) toldAt.set(keyOf(row), now);
  }

  /** Not waited for: a settlement that takes long holds up no sweep. */
  function handOver(tournamentId: string): void {
    if (handedOver.has(tournamentId)) return;
    handedOver.add(tournamentId);
    crew
      .work(tournamentId)
      .catch((error: unknown) => context.log.warn({ err: error, tournamentId }, "not settled"))
      .finally(() => handedOver.delete(tournamentId));
  }

  return async function sweep(): Promise<boolean> {
    const coming = await findComing(context.db, AHEAD_MS, BATCH);
    for (const row of coming) if (row.in_ms > 0) timetable.put(row.tournament_id, row.in_ms);
    const due = coming.filter((row) => row.in_ms <= 0);
    try {
      await tell(due);
    } catch (error) {
      context.log.warn({ err: error, due: due.length }, "settling without the queue");
      for (const row of due) handOver(row.tournament_id);
    }
    return false;
  };
}

const keyOf = (row: ComingRow) => `${row.tournament_id}/${row.retry_at.getTime()}`;

/** Sweeps in the background until stopped. */
export function startSweeper(context: Context, crew: Crew): { stop(): Promise<void> } {
  const timetable = createTimetable((tournamentId) => crew.work(tournamentId));
  const sweep = createSweep(context, timetable, crew);
  const loop = startLoop("settlement sweeper", EVERY_MS, sweep, context.log);
  return {
    async stop() {
      await loop.stop();
      timetable.close();
      await crew.close();
    },
  };
}
