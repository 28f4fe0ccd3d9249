import type { PoolClient } from "pg";
import { expect } from "vitest";
import type { World } from "./world.ts";

/** A transaction that holds locks until its scope ends, and is then rolled back. */
export interface HeldLocks extends AsyncDisposable {
  query: PoolClient["query"];
  /** Ends the transaction before its scope ends. */
  end(how?: "COMMIT" | "ROLLBACK"): Promise<void>;
}

/** Holds the locks that a statement takes. */
export async function holdLocks(
  { admin }: Pick<World, "admin">,
  sql: string,
  values: unknown[] = [],
): Promise<HeldLocks> {
  const holder = await admin.connect();
  let open = true;
  const end = async (how: "COMMIT" | "ROLLBACK" = "ROLLBACK") => {
    if (!open) return;
    open = false;
    await holder.query(how);
    holder.release();
  };
  await holder.query("BEGIN");
  // On a busy machine a test can take longer than the server allows.
  await holder.query("SET LOCAL idle_in_transaction_session_timeout = 0");
  await holder.query(sql, values);
  return { query: holder.query.bind(holder), end, [Symbol.asyncDispose]: () => end() };
}

/** Waits until a number of statements that contain a string wait for a lock. */
export async function waitForLocks({ admin }: Pick<World, "admin">, count = 1, text = "") {
  const waiting = async () => {
    const { rows } = await admin.query<{ waiting: number }>(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%' || $1 || '%'`,
      [text],
    );
    return rows[0]?.waiting;
  };
  await expect.poll(waiting, { interval: 5 }).toBe(count);
}
