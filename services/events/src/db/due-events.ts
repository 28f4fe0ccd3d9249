import { sql, type SQL } from "drizzle-orm";
import type { Queryable } from "@tms/kit/database/handle";
import type { LeasedEndpoint } from "./dispatches.ts";
import { isOneOf } from "./events.ts";

/** An event that is due for an endpoint. */
export type DueEvent = {
  sequence: bigint;
  eventId: string;
  type: string;
  /** Null if retention deleted the event. */
  body: string | null;
  /** All earlier attempts. */
  attempts: number;
  /**
   * The number of earlier attempts since the first one, or since the last request to send the event again.
   */
  tries: number;
  replay: boolean;
  /** The time since which a retry is due; null for a new event. */
  dueAt: Date | null;
  traceContext: string | null;
};

/** The maximum size of a batch. */
export interface BatchSize {
  events: number;
  bytes: number;
}
export const BATCH: BatchSize = { events: 200, bytes: 524_288 };
/** The size for an endpoint that has accepted no event yet. Hanging requests keep the batch in memory. */
export const TRIAL: BatchSize = { events: 8, bytes: 65_536 };
/** The size of a batch with a single event, for an endpoint that backs off. */
export const PROBE: BatchSize = { events: 1, bytes: 1 };

// The maximum number of events that a lease scans. If few of them match the subscription, the next lease
// continues after them.
const MAX_SCANNED = 10_000n;

/** SQL: the first of the ordered rows, until their number or their bodies reach the size of a batch. */
const limitTo = ({ events, bytes }: BatchSize, rows: SQL, order: SQL): SQL =>
  sql`SELECT * FROM (
    SELECT page.*, count(*) OVER ()::int AS found,
      sum(coalesce(octet_length(body), 0)) OVER (ORDER BY ${order})
        - coalesce(octet_length(body), 0) AS bytes_before
    FROM (${rows} LIMIT ${sql.raw(String(events))}) AS page
  ) AS weighed WHERE bytes_before < ${bytes} ORDER BY ${order}`;

/**
 * Lists the due retries of an endpoint, the longest overdue first. With the size {@link PROBE}, lists a
 * requested event, or else the event with the most attempts. At least one event then has all its attempts in
 * time.
 */
export async function listDueRetries(
  db: Queryable,
  { endpointId, gameId }: LeasedEndpoint,
  size: BatchSize,
): Promise<DueEvent[]> {
  const order =
    size === PROBE
      ? sql`r.replay DESC, r.tries DESC, r.next_attempt_at`
      : sql`r.next_attempt_at, r.sequence`;
  const retries = sql`SELECT r.sequence, r.event_id AS "eventId", r.event_type AS type, event.body,
      r.attempts, r.tries, r.replay, r.next_attempt_at AS "dueAt",
      event.trace_context AS "traceContext"
    FROM delivery r LEFT JOIN event ON event.game_id = ${gameId} AND event.sequence = r.sequence
    WHERE r.endpoint_id = ${endpointId} AND r.state = 'retrying' AND r.next_attempt_at <= now()
    ORDER BY ${order}`;
  const { rows } = await db.execute<DueEvent>(limitTo(size, retries, sql`"dueAt", sequence`));
  return rows;
}

/** New events for an endpoint, and the sequence through which the log was scanned for them. */
export interface NewEvents {
  events: DueEvent[];
  through: bigint;
}

/** Lists the events of an endpoint's subscription after the endpoint's position, at most one batch. */
export async function listNewEvents(
  db: Queryable,
  { gameId, events: subscription, position, lastSequence }: LeasedEndpoint,
  size: BatchSize,
): Promise<NewEvents> {
  if (lastSequence <= position) return { events: [], through: position };
  const end = position + MAX_SCANNED;
  const through = end < lastSequence ? end : lastSequence;
  const added = sql`SELECT event.sequence, event.id AS "eventId", event.type, event.body,
      0 AS attempts, 0 AS tries, false AS replay, NULL::timestamptz AS "dueAt",
      event.trace_context AS "traceContext"
    FROM event
    WHERE event.game_id = ${gameId} AND event.sequence > ${position} AND event.sequence <= ${through}
      AND event.type <> 'webhook.test' AND ${isOneOf(subscription)}
    ORDER BY event.sequence`;
  const { rows } = await db.execute<DueEvent & { found: number }>(
    limitTo(size, added, sql`sequence`),
  );
  const isCut = rows.length === size.events || rows.length < (rows[0]?.found ?? 0);
  return { events: rows, through: isCut ? (rows.at(-1)?.sequence ?? through) : through };
}
