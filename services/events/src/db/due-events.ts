import type { Queryable } from "@tms/kit/database/handle";

/** An event that is due for an endpoint. */
export interface DueEvent {
  sequence: bigint;
  eventId: string;
  type: string;
  /** Null if retention deleted the event. */
  body: string | null;
  /** All earlier attempts. */
  attempts: number;
  /** Earlier attempts since the first one, or since the last request to send the event again. */
  tries: number;
  replay: boolean;
  /** The time since which a retry is due; null for a new event. */
  dueAt: Date | null;
}

/** The maximum size of a batch. */
export interface BatchSize {
  events: number;
  bytes: number;
}
export const BATCH: BatchSize = { events: 200, bytes: 524_288 };
/** The size for an endpoint that has accepted no event yet. Hanging requests keep the batch in memory. */
export const TRIAL: BatchSize = { events: 8, bytes: 65_536 };
/** The size of a single attempt. */
export const PROBE: BatchSize = { events: 1, bytes: 1 };

// If few events match the subscription, the next lease continues from there.
const MAX_SCANNED = 10_000n;

/** SQL that reports whether an `event` has a type of a subscription: `*`, `entry.*` or `entry.joined`. */
export const isSubscribed = (subscription: string): string =>
  `('*' = ANY(${subscription}::text[]) OR event.type = ANY(${subscription}::text[])
    OR split_part(event.type, '.', 1) || '.*' = ANY(${subscription}::text[]))`;

/** Cuts the rows of a query where their bodies reach the size of a batch. */
const limitBytes = (rows: string, order: string, { bytes }: BatchSize): string =>
  `SELECT * FROM (
    SELECT page.*, count(*) OVER ()::int AS found,
      sum(coalesce(octet_length(body), 0)) OVER (ORDER BY ${order})
        - coalesce(octet_length(body), 0) AS bytes_before
    FROM (${rows}) AS page
  ) AS weighed WHERE bytes_before < ${bytes} ORDER BY ${order}`;

/**
 * Lists the due retries of an endpoint, the longest overdue first. A probe is a requested event, or else
 * the event with the most attempts, so that some event has all its attempts in time.
 */
export async function listDueRetries(
  db: Queryable,
  { endpointId, gameId }: { endpointId: string; gameId: string },
  size: BatchSize,
): Promise<DueEvent[]> {
  const order =
    size === PROBE
      ? "r.replay DESC, r.tries DESC, r.next_attempt_at"
      : "r.next_attempt_at, r.sequence";
  const { rows } = await db.$client.query<DueEvent>({
    name: `due-retries-${size.events}`,
    text: limitBytes(
      `SELECT r.sequence, r.event_id AS "eventId", r.event_type AS type, event.body, r.attempts,
         r.tries, r.replay, r.next_attempt_at AS "dueAt"
       FROM delivery r LEFT JOIN event ON event.game_id = $2 AND event.sequence = r.sequence
       WHERE r.endpoint_id = $1 AND r.state = 'retrying' AND r.next_attempt_at <= now()
       ORDER BY ${order} LIMIT ${size.events}`,
      `"dueAt", sequence`,
      size,
    ),
    values: [endpointId, gameId],
  });
  return rows;
}

/** New events for an endpoint, and the sequence through which the log was scanned for them. */
export interface NewEvents {
  events: DueEvent[];
  through: bigint;
}

/** Lists the next events after an endpoint's position that it subscribes to. */
export async function listNewEvents(
  db: Queryable,
  endpoint: { gameId: string; events: readonly string[]; position: bigint; lastSequence: bigint },
  size: BatchSize,
): Promise<NewEvents> {
  const { gameId, events: subscription, position, lastSequence } = endpoint;
  if (lastSequence <= position) return { events: [], through: position };
  const end = position + MAX_SCANNED;
  const through = end < lastSequence ? end : lastSequence;
  const { rows } = await db.$client.query<DueEvent & { found: number }>({
    name: `new-events-${size.events}`,
    text: limitBytes(
      `SELECT event.sequence, event.id AS "eventId", event.type, event.body, 0 AS attempts,
         0 AS tries, false AS replay, NULL::timestamptz AS "dueAt"
       FROM event
       WHERE event.game_id = $1 AND event.sequence > $2 AND event.sequence <= $3
         AND event.type <> 'webhook.test' AND ${isSubscribed("$4")}
       ORDER BY event.sequence LIMIT ${size.events}`,
      "sequence",
      size,
    ),
    values: [gameId, position, through, subscription],
  });
  const isCut = rows.length === size.events || rows.length < (rows[0]?.found ?? 0);
  return { events: rows, through: isCut ? (rows.at(-1)?.sequence ?? through) : through };
}
