import { startLoop, type Loop } from "@tms/kit/loop";
import type { Context } from "./context.ts";
import { findDue } from "./db/settlements.ts";
import { settle } from "./settle.ts";

const EVERY_MS = 1_000;
const BATCH = 1_000;

/**
 * Wakes workers for everything that is due by Postgres, whatever the queue forgot: after an
 * outage, an emptied Redis, or a worker that died. While the queue is away it settles by itself,
 * one after the other: late, but nobody waits for Redis to be paid.
 */
export async function sweep(context: Context, signal?: AbortSignal): Promise<boolean> {
  const due = await findDue(context.db, BATCH);
  try {
    await context.queue.add(
      due.map((row) => ({ tournamentId: row.tournament_id, at: row.retry_at })),
    );
  } catch (error) {
    context.log.warn({ err: error, due: due.length }, "settling without the queue");
    for (const row of due) if (!signal?.aborted) await settle(context, row.tournament_id);
  }
  return false;
}

/** Sweeps in the background until stopped. */
export function startSweeper(context: Context): Loop {
  return startLoop("settlement sweeper", EVERY_MS, (signal) => sweep(context, signal), context.log);
}
