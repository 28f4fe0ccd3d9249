import type pg from "pg";
import { arrayLiteral } from "../database/array-literal.ts";
import { traced } from "../process/fault-points.ts";

/** A staged row, without its events. */
export interface QueuedRow {
  id: bigint;
  bytes: number;
  /** How long it has stood there. */
  ageMs: number;
}

/** A staged row, with its events as the bytes of a batch. */
export interface StagedRow {
  id: bigint;
  events: Buffer;
}

/**
 * All staged rows, in the order in which they were staged. One look sees them all: a row that becomes
 * visible later can have been staged before, but nothing that is seen now depends on it.
 */
export async function queuedRows(client: pg.ClientBase): Promise<QueuedRow[]> {
  const { rows } = await client.query<QueuedRow>({
    name: "queued-events",
    text: `SELECT id, octet_length(events) AS bytes,
        (extract(epoch FROM clock_timestamp() - created_at) * 1000)::float8 AS "ageMs"
      FROM event_out ORDER BY id`,
  });
  return rows;
}

/** Some rows with their events, in their order. */
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

/** Forgets rows whose events are in the log. */
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
