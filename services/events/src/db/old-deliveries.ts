import { traced } from "@tms/kit/process/fault-points";
import type { Db } from "@tms/kit/database/handle";
import type { Logger } from "@tms/kit/process/log";
import { startLoop, type Loop } from "@tms/kit/process/loop";

// Whoever looks for a delivery looks for one that failed.
const KEPT_DAYS_DELIVERED = 7;
// As long as the event itself.
const KEPT_DAYS = 30;
const BATCH = 500;
const EVERY_MS = 60_000;

const KINDS = [
  { table: "delivery", where: "state = 'delivered'", age: "changed_at", days: KEPT_DAYS_DELIVERED },
  {
    table: "delivery",
    where: "state IN ('failed', 'skipped')",
    age: "changed_at",
    days: KEPT_DAYS,
  },
  // With its deliveries.
  { table: "endpoint", where: "removed_at IS NOT NULL", age: "removed_at", days: KEPT_DAYS },
] as const;

/** Deletes deliveries with their attempts, and endpoints that were removed. Replicas share the work. */
export function createDeliveryRetention(db: Db, log: Logger) {
  return {
    /** Deletes one batch of each kind; true when there may be more. For tests and the loop. */
    async runOnce(): Promise<boolean> {
      const deleted = await Promise.all(KINDS.map((kind) => forget(db, kind)));
      return deleted.includes(BATCH);
    },
    /** Deletes in the background until stopped. */
    start(): Loop {
      return startLoop("delivery retention", EVERY_MS, () => this.runOnce(), log);
    },
  };
}

async function forget(
  db: Db,
  { table, where, age, days }: (typeof KINDS)[number],
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
