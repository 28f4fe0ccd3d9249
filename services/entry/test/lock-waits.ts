import { expect } from "vitest";
import type { EntryUnderTest } from "./service.ts";

/** Settles once a call of the service waits for a lock in the database, in a statement with this text. */
export async function isWaiting({ admin }: EntryUnderTest, text = ""): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await admin.query<{ waiting: number }>(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%' || $1 || '%'`,
        [text],
      );
      return rows[0]?.waiting;
    })
    .toBe(1);
}
