import { traced } from "../process/fault-points.ts";
import type { Db } from "./handle.ts";
import type { Logger } from "../process/log.ts";
import { startLoop, type Loop } from "../process/loop.ts";

export interface Forgettable {
  table: string;
  /** A condition in SQL; all rows by default. */
  where?: string;
  /** The column with the time of the row; `created_at` by default. */
  age?: string;
  /** The age in days from which rows are deleted; a week by default. */
  days?: number;
}

export const REQUESTS: Forgettable = { table: "request" };

// No caller repeats a request a week after its first attempt.
const KEEP_DAYS = 7;
// Small, so that a round does not delay calls.
const BATCH = 500;
const EVERY_MS = 60_000;

/**
 * Creates background work that deletes old rows in small batches. Several replicas can run it at once. Each
 * table needs an index on its `age` column, and the role of the service needs the right to delete.
 */
export function createRetention(db: Db, log: Logger, rows: readonly Forgettable[]) {
  return {
    async runOnce(): Promise<boolean> {
      const deleted = await Promise.all(rows.map((kind) => forget(db, kind)));
      return deleted.includes(BATCH);
    },
    start(): Loop {
      return startLoop("retention", EVERY_MS, () => this.runOnce(), log);
    },
  };
}

async function forget(
  db: Db,
  { table, where = "true", age = "created_at", days = KEEP_DAYS }: Forgettable,
): Promise<number> {
  const { rowCount } = await traced("retention.forget", () =>
    db.$client.query(
      `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
       SELECT ctid FROM ${table}
       WHERE ${age} < now() - make_interval(days => $1) AND (${where})
       ORDER BY ${age} LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [days, BATCH],
    ),
  );
  return rowCount ?? 0;
}
