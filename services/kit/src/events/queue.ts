import type pg from "pg";
import { arrayLiteral } from "../database/array-literal.ts";
import { traced } from "../process/fault-points.ts";

export interface QueuedRow {
  id: bigint;
  bytes: number;
  ageMs: number;
}

/** A staged row with its events, as the bytes of a batch. */
export interface StagedRow {
  id: bigint;
  events: Buffer;
}

/** The maximum number of rows in memory, even if the log is unavailable for long. */
const PAGE = 1_000;

/**
 * Returns the staged rows of one look, in pages and in the order of staging. The look ends with the last row
 * that is visible when it begins. A row that becomes visible later may have been staged earlier. Rows that
 * depend on that row are staged after it is visible, and therefore behind the end of the look.
 */
export async function* queuedRows(client: pg.ClientBase): AsyncGenerator<QueuedRow[], void> {
  let after = 0n;
  let through: bigint | null = null;
  for (;;) {
    const found: pg.QueryResult<QueuedRow & { last: bigint }> = await client.query({
      name: "queued-events",
      text: `SELECT id, octet_length(events) AS bytes,
          (extract(epoch FROM clock_timestamp() - created_at) * 1000)::float8 AS "ageMs",
          (SELECT max(id) FROM event_out) AS last
        FROM event_out WHERE id > $1 AND ($2::bigint IS NULL OR id <= $2) ORDER BY id LIMIT $3`,
      values: [after, through, PAGE],
    });
    const last = found.rows.at(-1);
    if (last === undefined) return;
    yield found.rows;
    if (found.rows.length < PAGE) return;
    after = last.id;
    through ??= last.last;
  }
}

/** Returns the rows with the given ids and their events, in the order of staging. */
export async function eventsOfRows(
  client: pg.ClientBase,
  ids: readonly bigint[],
): Promise<StagedRow[]> {
  const { rows } = await client.query<StagedRow>({
    name: "staged-events",
    text: `SELECT id, events FROM event_out WHERE id = ANY($1::bigint[]) ORDER BY id`,
    values: [arrayLiteral(ids)],
  });
  return rows;
}

/** Deletes rows after the log has recorded their events. */
export async function forgetRows(client: pg.ClientBase, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return;
  await traced("event-out.forget", () =>
    client.query({
      name: "forget-events",
      text: `DELETE FROM event_out WHERE id = ANY($1::bigint[])`,
      values: [arrayLiteral(ids)],
    }),
  );
}

/** Sends an empty query, so that Postgres does not close the connection as idle. */
export async function touch(client: pg.ClientBase): Promise<void> {
  await client.query("SELECT");
}
