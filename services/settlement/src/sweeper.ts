import { inParallel } from "@tms/kit/in-parallel";
import { startLoop } from "@tms/kit/loop";
import type { Context } from "./context.ts";
import { findComing } from "./db/settlements.ts";
import { settle } from "./settle.ts";
import { createTimetable, type Timetable } from "./timetable.ts";

const EVERY_MS = 1_000;
// Each moment is seen by two sweeps before it comes.
const AHEAD_MS = 2 * EVERY_MS;
const BATCH = 1_000;

/**
 * Wakes workers for everything that is due by Postgres, whatever the queue forgot: after an
 * outage, an emptied Redis, or a worker that died. While the queue is away it settles by itself,
 * at most `limit` at a time: nobody waits for Redis to be paid. What is due within moments
 * goes into the timetable: by Postgres' clock, as precisely as a timer can.
 */
export async function sweep(
  context: Context,
  timetable: Timetable,
  limit: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const coming = await findComing(context.db, AHEAD_MS, BATCH);
  const due = coming.filter((row) => row.in_ms <= 0);
  for (const row of coming) if (row.in_ms > 0) timetable.put(row.tournament_id, row.in_ms);
  try {
    await context.queue.add(
      due.map((row) => ({ tournamentId: row.tournament_id, at: row.retry_at })),
    );
  } catch (error) {
    context.log.warn({ err: error, due: due.length }, "settling without the queue");
    await inParallel(due, limit, async (row) => {
      if (!signal?.aborted) await settle(context, row.tournament_id);
    });
  }
  return false;
}

/** Sweeps in the background until stopped; at most `limit` settlements are worked on at once. */
export function startSweeper(context: Context, limit: number): { stop(): Promise<void> } {
  const timetable = createTimetable((tournamentId) => settle(context, tournamentId), limit);
  const step = (signal: AbortSignal) => sweep(context, timetable, limit, signal);
  const loop = startLoop("settlement sweeper", EVERY_MS, step, context.log);
  return {
    async stop() {
      await loop.stop();
      await timetable.close();
    },
  };
}
