import type { Db } from "@tms/kit/database/handle";
import type { Forgettable } from "@tms/kit/database/retention";
import { transaction } from "@tms/kit/database/transaction";
import type { Logger } from "@tms/kit/process/log";
import { startLoop, type Loop } from "@tms/kit/process/loop";
import { and, eq, lt, sql } from "drizzle-orm";
import { lockHeads } from "./events.ts";
import { event, eventHead } from "./tables.ts";

const KEPT_DAYS = 30;
// An audit can ask for changes of more than a year ago.
const KEPT_DAYS_AUDITED = 400;
// Successful deliveries are kept for a shorter time, because callers mostly look for failed deliveries.
const KEPT_DAYS_DELIVERED = 7;
// A larger batch would lock the head for longer and delay other calls.
const BATCH = 500;
const EVERY_MS = 60_000;

/**
 * The rows that retention deletes. Deleting an endpoint deletes its deliveries. Deleting a delivery deletes
 * its attempts. A dependency state is `over` after the completion or the refund of its tournament.
 */
export const OLD_ROWS: readonly Forgettable[] = [
  { table: "event_gate", where: "over" },
  { table: "delivery", where: "state = 'delivered'", age: "changed_at", days: KEPT_DAYS_DELIVERED },
  {
    table: "delivery",
    where: "state IN ('failed', 'skipped')",
    age: "changed_at",
    days: KEPT_DAYS,
  },
  { table: "endpoint", where: "removed_at IS NOT NULL", age: "removed_at", days: KEPT_DAYS },
];

export function createEventRetention(db: Db, log: Logger) {
  return {
    /** Deletes batches of old events. Returns true if there may be more. */
    async runOnce(): Promise<boolean> {
      const plain = await deleteEvents(db, false, KEPT_DAYS);
      const audited = await deleteEvents(db, true, KEPT_DAYS_AUDITED);
      return plain || audited;
    },
    start(): Loop {
      return startLoop("event retention", EVERY_MS, () => this.runOnce(), log);
    },
  };
}

async function deleteEvents(db: Db, audited: boolean, days: number): Promise<boolean> {
  const isOld = and(
    audited ? sql`${event.audited}` : sql`NOT ${event.audited}`,
    lt(event.createdAt, sql`now() - make_interval(days => ${days})`),
  );
  const [found] = await db.select({ gameId: event.gameId }).from(event).where(isOld).limit(1);
  if (found === undefined) return false;
  const { gameId } = found;
  await transaction(db, "events.forget", async (tx) => {
    // The head stores the last deleted sequence, so the head and the events change together.
    await lockHeads(tx, [gameId]);
    const { rows } = await tx.execute<{ sequence: bigint }>(sql`
      DELETE FROM event WHERE game_id = ${gameId} AND sequence IN (
        SELECT sequence FROM event WHERE game_id = ${gameId} AND ${isOld}
        ORDER BY sequence LIMIT ${BATCH})
      RETURNING sequence`);
    const through = rows.reduce((last, { sequence }) => (sequence > last ? sequence : last), 0n);
    await tx
      .update(eventHead)
      .set({ forgottenThrough: sql`greatest(${eventHead.forgottenThrough}, ${through})` })
      .where(eq(eventHead.gameId, gameId));
  });
  return true;
}
