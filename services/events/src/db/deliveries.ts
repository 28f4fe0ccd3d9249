import type { Queryable, Tx } from "@tms/kit/database/handle";
import { matches } from "./matching.ts";
import type { delivery } from "./tables.ts";

/** A delivery as it is shown. */
export interface DeliveryRow extends Pick<
  typeof delivery.$inferSelect,
  | "endpointId"
  | "sequence"
  | "eventId"
  | "eventType"
  | "state"
  | "attempts"
  | "nextAttemptAt"
  | "createdAt"
> {
  /** When its newest attempt began; null before the first. */
  lastAttemptAt: Date | null;
}

/** An event that is to be sent now. */
export interface DueEvent {
  sequence: bigint;
  eventId: string;
  type: string;
  /** Null when the event was deleted for its age. */
  body: string | null;
  /** Before this one: all of them, and those since it began or was asked for again. */
  attempts: number;
  tries: number;
  replay: boolean;
  /** Since when it is due again; null for one that is due anew. */
  dueAt: Date | null;
}

/** How much a turn reads at most. */
export interface PieceSize {
  events: number;
  bytes: number;
}
export const PIECE: PieceSize = { events: 200, bytes: 524_288 };
/** The size for an endpoint that has not taken an event yet. Requests that hang keep all of it in memory. */
export const TRIAL: PieceSize = { events: 8, bytes: 65_536 };
/** The size of a single attempt. */
export const PROBE: PieceSize = { events: 1, bytes: 1 };

// With filters that hardly anything fits, a turn goes on from here the next time.
const MOST_LOOKED_THROUGH = 10_000n;

/** Cuts a query's rows where their bodies have come to the bytes of a piece. */
const weighed = (rows: string, order: string, { bytes }: PieceSize): string =>
  `SELECT * FROM (
    SELECT page.*, count(*) OVER ()::int AS found,
      sum(coalesce(octet_length(body), 0)) OVER (ORDER BY ${order})
        - coalesce(octet_length(body), 0) AS bytes_before
    FROM (${rows}) AS page
  ) AS weighed WHERE bytes_before < ${bytes} ORDER BY ${order}`;

/**
 * Lists what of an endpoint is due again, the longest overdue first. A probe is an event that was asked
 * for, or else the one with the most attempts: it has all its attempts in time, however many wait.
 */
export async function listDueRetries(
  db: Queryable,
  { endpointId, gameId }: { endpointId: string; gameId: string },
  size: PieceSize,
): Promise<DueEvent[]> {
  const isProbe = size === PROBE;
  const { rows } = await db.$client.query<DueEvent>({
    name: `due-again-${size.events}`,
    text: weighed(
      `SELECT r.sequence, r.event_id AS "eventId", r.event_type AS type, event.body, r.attempts,
         r.tries, r.replay, r.next_attempt_at AS "dueAt"
       FROM delivery r LEFT JOIN event ON event.game_id = $2 AND event.sequence = r.sequence
       WHERE r.endpoint_id = $1 AND r.state = 'retrying' AND r.next_attempt_at <= now()
       ORDER BY ${isProbe ? "r.replay DESC, r.tries DESC, r.next_attempt_at" : "r.next_attempt_at, r.sequence"}
       LIMIT ${size.events}`,
      `"dueAt", sequence`,
      size,
    ),
    values: [endpointId, gameId],
  });
  return rows;
}

/** New events for an endpoint, and up to where the log was looked through for them. */
export interface NewPiece {
  events: DueEvent[];
  through: bigint;
}

/** The next events after an endpoint's position that it wants. */
export async function listNewEvents(
  db: Queryable,
  endpoint: { gameId: string; events: readonly string[]; position: bigint; lastSequence: bigint },
  size: PieceSize,
): Promise<NewPiece> {
  const { gameId, events: wanted, position, lastSequence } = endpoint;
  if (lastSequence <= position) return { events: [], through: position };
  const end = position + MOST_LOOKED_THROUGH;
  const through = end < lastSequence ? end : lastSequence;
  const { rows } = await db.$client.query<DueEvent & { found: number }>({
    name: `due-anew-${size.events}`,
    text: weighed(
      `SELECT event.sequence, event.id AS "eventId", event.type, event.body, 0 AS attempts,
         0 AS tries, false AS replay, NULL::timestamptz AS "dueAt"
       FROM event
       WHERE event.game_id = $1 AND event.sequence > $2 AND event.sequence <= $3
         AND event.type <> 'webhook.test' AND ${matches("$4")}
       ORDER BY event.sequence LIMIT ${size.events}`,
      "sequence",
      size,
    ),
    values: [gameId, position, through, wanted],
  });
  const isCut = rows.length === size.events || rows.length < (rows[0]?.found ?? 0);
  return { events: rows, through: isCut ? (rows.at(-1)?.sequence ?? through) : through };
}

/** A delivery after an attempt. */
export interface DeliveryChange extends Pick<
  typeof delivery.$inferSelect,
  "sequence" | "eventId" | "eventType" | "state" | "attempts" | "tries" | "replay"
> {
  /** In how many milliseconds it is due again; null where it is not. */
  pauseMs: number | null;
}

/** Stores what became of events at an endpoint. */
export async function storeDeliveries(
  tx: Tx,
  endpointId: string,
  changes: readonly DeliveryChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await tx.$client.query({
    name: "store-deliveries",
    text: `INSERT INTO delivery (endpoint_id, sequence, event_id, event_type, state, attempts, tries,
        replay, next_attempt_at)
      SELECT $1, sequence, event_id, event_type, state, attempts, tries, replay,
        now() + make_interval(secs => pause_ms / 1000)
      FROM unnest($2::bigint[], $3::uuid[], $4::text[], $5::text[], $6::integer[], $7::integer[],
          $8::boolean[], $9::float8[])
        AS given (sequence, event_id, event_type, state, attempts, tries, replay, pause_ms)
      ON CONFLICT (endpoint_id, sequence) DO UPDATE SET state = excluded.state,
        attempts = excluded.attempts, tries = excluded.tries, replay = excluded.replay,
        next_attempt_at = excluded.next_attempt_at, changed_at = now()`,
    values: [
      endpointId,
      changes.map((one) => one.sequence),
      changes.map((one) => one.eventId),
      changes.map((one) => one.eventType),
      changes.map((one) => one.state),
      changes.map((one) => one.attempts),
      changes.map((one) => one.tries),
      changes.map((one) => one.replay),
      changes.map((one) => one.pauseMs),
    ],
  });
}

const SHOWN = `SELECT d.endpoint_id AS "endpointId", d.sequence, d.event_id AS "eventId",
    d.event_type AS "eventType", d.state, d.attempts,
    CASE WHEN d.state = 'retrying' THEN greatest(d.next_attempt_at,
      (SELECT backoff_until FROM dispatch WHERE dispatch.endpoint_id = d.endpoint_id))
    END AS "nextAttemptAt",
    d.created_at AS "createdAt",
    (SELECT newest.started_at FROM attempt newest
      WHERE newest.endpoint_id = d.endpoint_id AND newest.sequence = d.sequence
      ORDER BY newest.number DESC LIMIT 1) AS "lastAttemptAt"
  FROM delivery d`;

/** What became of one event at an endpoint. */
export async function findDelivery(
  db: Queryable,
  endpointId: string,
  eventId: string,
): Promise<DeliveryRow | undefined> {
  const { rows } = await db.$client.query<DeliveryRow>({
    name: "find-delivery",
    text: `${SHOWN} WHERE d.endpoint_id = $1 AND d.event_id = $2`,
    values: [endpointId, eventId],
  });
  return rows[0];
}

/** What became of one event at the endpoints that an environment has, the newest of these first. */
export async function listEventDeliveries(
  db: Queryable,
  gameId: string,
  eventId: string,
): Promise<DeliveryRow[]> {
  const { rows } = await db.$client.query<DeliveryRow>({
    name: "list-event-deliveries",
    text: `${SHOWN} JOIN endpoint e ON e.id = d.endpoint_id
      WHERE e.game_id = $1 AND e.removed_at IS NULL AND d.event_id = $2 ORDER BY e.id DESC`,
    values: [gameId, eventId],
  });
  return rows;
}

/** Which deliveries of an endpoint. */
export interface DeliveryFilter {
  endpointId: string;
  state: DeliveryRow["state"] | undefined;
  /** Such as `entry.joined` or `entry.*`; undefined means any. */
  type: string | undefined;
  /** Only those of earlier events. */
  before: bigint;
}

/** An endpoint's deliveries, those of later events first, down to that of the event `from`. */
export async function listDeliveries(
  db: Queryable,
  { endpointId, state, type, before }: DeliveryFilter,
  from: bigint,
  limit: number,
): Promise<DeliveryRow[]> {
  const { rows } = await db.$client.query<DeliveryRow>({
    name: `list-deliveries-${Number(state !== undefined)}`,
    text: `${SHOWN} WHERE d.endpoint_id = $1
        AND ($2::text IS NULL OR d.event_type = $2 OR split_part(d.event_type, '.', 1) || '.*' = $2)
        AND d.sequence < $3 AND d.sequence >= $4
        ${state === undefined ? "" : "AND d.state = $6"}
      ORDER BY d.sequence DESC LIMIT $5`,
    values: [
      endpointId,
      type ?? null,
      before,
      from,
      limit,
      ...(state === undefined ? [] : [state]),
    ],
  });
  return rows;
}

/** Makes an event due at an endpoint now, whatever became of it; its attempts begin anew. */
export async function makeDeliveryDue(
  tx: Tx,
  endpointId: string,
  event: { id: string; sequence: bigint; type: string },
): Promise<void> {
  await tx.$client.query({
    name: "ask-again",
    text: `INSERT INTO delivery (endpoint_id, sequence, event_id, event_type, state, attempts, tries,
        replay, next_attempt_at)
      VALUES ($1, $2, $3, $4, 'retrying', 0, 0, true, now())
      ON CONFLICT (endpoint_id, sequence) DO UPDATE SET state = 'retrying', tries = 0,
        replay = true, next_attempt_at = now(), changed_at = now()`,
    values: [endpointId, event.sequence, event.id, event.type],
  });
}
