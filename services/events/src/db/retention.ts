import type { Db, Queryable } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import { traced } from "@tms/kit/process/fault-points";
import type { Logger } from "@tms/kit/process/log";
import { startLoop, type Loop } from "@tms/kit/process/loop";
import { eq, sql } from "drizzle-orm";
import { lockHeads } from "./heads.ts";
import { eventHead } from "./tables.ts";

const KEPT_DAYS = 30;
// People account for their changes after more than a year.
const KEPT_DAYS_AUDITED = 400;
// Callers look for failed deliveries.
const KEPT_DAYS_DELIVERED = 7;
// A larger batch would delay other calls.
const BATCH = 500;
const EVERY_MS = 60_000;

// Deleting a row also deletes the attempts of a delivery, and the deliveries of an endpoint.
const DELIVERIES = [
  { table: "delivery", where: "state = 'delivered'", age: "changed_at", days: KEPT_DAYS_DELIVERED },
  {
    table: "delivery",
    where: "state IN ('failed', 'skipped')",
    age: "changed_at",
    days: KEPT_DAYS,
  },
  { table: "endpoint", where: "removed_at IS NOT NULL", age: "removed_at", days: KEPT_DAYS },
] as const;

/** Deletes old events, old deliveries with their attempts, and removed endpoints. */
export function createEventsRetention(db: Db, log: Logger) {
  return {
    /** Deletes one batch of each kind. Returns true if there may be more. */
    async runOnce(): Promise<boolean> {
      const plain = await deleteEvents(db, "NOT audited", KEPT_DAYS);
      const audited = await deleteEvents(db, "audited", KEPT_DAYS_AUDITED);
      const deleted = await Promise.all(DELIVERIES.map((kind) => deleteDeliveries(db, kind)));
      return plain || audited || deleted.includes(BATCH);
    },
    start(): Loop {
      return startLoop("event retention", EVERY_MS, () => this.runOnce(), log);
    },
  };
}

/** Deletes a batch of one environment's events. Returns whether any event was old enough. */
async function deleteEvents(
  db: Db,
  where: "audited" | "NOT audited",
  days: number,
): Promise<boolean> {
  const gameId = await findGameWithOld(db, where, days);
  if (gameId === undefined) return false;
  await transaction(db, "events.forget", async (tx) => {
    // The head tells readers where the log begins, so both change together.
    await lockHeads(tx, [gameId]);
    const { rows } = await tx.$client.query<{ sequence: bigint }>(
      `DELETE FROM event WHERE game_id = $1 AND sequence IN (
         SELECT sequence FROM event
         WHERE game_id = $1 AND ${where} AND created_at < now() - make_interval(days => $2)
         ORDER BY sequence LIMIT $3)
       RETURNING sequence`,
      [gameId, days, BATCH],
    );
    const through = rows.reduce((last, { sequence }) => (sequence > last ? sequence : last), 0n);
    await tx
      .update(eventHead)
      .set({ forgottenThrough: sql`greatest(${eventHead.forgottenThrough}, ${through})` })
      .where(eq(eventHead.gameId, gameId));
  });
  return true;
}

async function findGameWithOld(
  db: Queryable,
  where: string,
  days: number,
): Promise<string | undefined> {
  const { rows } = await db.$client.query<{ gameId: string }>(
    `SELECT game_id AS "gameId" FROM event
     WHERE ${where} AND created_at < now() - make_interval(days => $1)
     LIMIT 1`,
    [days],
  );
  return rows[0]?.gameId;
}

async function deleteDeliveries(
  db: Db,
  { table, where, age, days }: (typeof DELIVERIES)[number],
): Promise<number> {
  const { rowCount } = await traced("events.forget-deliveries", () =>
    db.$client.query(
      `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM ${table} WHERE ${where} AND ${age} < now() - make_interval(days => $1)
         ORDER BY ${age} LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [days, BATCH],
    ),
  );
  return rowCount ?? 0;
}
