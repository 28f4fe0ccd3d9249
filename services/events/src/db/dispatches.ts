import type { Queryable, Tx } from "@tms/kit/database/handle";
import { sole } from "@tms/kit/database/rows-of";
import { traced } from "@tms/kit/process/fault-points";
import { and, eq, sql, type SQL } from "drizzle-orm";
import { isOneOf } from "./events.ts";
import { dispatch } from "./tables.ts";

export type LeasedEndpoint = {
  endpointId: string;
  gameId: string;
  url: string;
  events: string[];
  encryptedSecret: Buffer;
  /** Null unless a previous secret still signs. */
  previousEncryptedSecret: Buffer | null;
  position: bigint;
  lastSequence: bigint;
  isSlow: boolean;
  isReplaying: boolean;
  /** Failed attempts in a row. During a backoff, a batch counts as one attempt. */
  failures: number;
  /** True if the endpoint has accepted an event. */
  isKnown: boolean;
  /** True if the endpoint has no backoff, for example because a requested retry ended the backoff. */
  isRequested: boolean;
  /** True if the lease may use the quick lane. */
  isQuick: boolean;
};

export interface LaneRoom {
  quick: number;
  patient: number;
}

// Longer than the work of a lease: two seconds of new attempts, then at most two request timeouts of 15 s.
const LEASE = sql`interval '45 seconds'`;

const MAX_LEASES_PER_GAME = 4;
// The limit for endpoints whose last attempt failed or that never succeeded. They may not answer.
const MAX_DOUBTFUL_PER_GAME = 2;

/**
 * Leases endpoints with a new event, a replay or a due retry. Games with the fewest running leases come
 * first, then endpoints that have waited longest. The quick lane takes endpoints whose last attempt
 * succeeded, and one endpoint of each game without a running lease. The patient lane takes all others.
 * Retries are looked up per endpoint with LIMIT 1, because with EXISTS Postgres might read all due
 * deliveries.
 */
export async function leaseDue(db: Queryable, worker: string, room: LaneRoom) {
  const lease = sql`
    WITH waiting AS MATERIALIZED (
    SELECT d.endpoint_id, d.game_id, d.served_at,
      coalesce(d.lease_until > now(), false) AS is_leased,
      d.failures = 0 AND e.last_success_at IS NOT NULL AS is_healthy
    FROM dispatch d
    JOIN endpoint e ON e.id = d.endpoint_id AND e.disabled_reason IS NULL
      AND e.removed_at IS NULL
    LEFT JOIN event_head h ON h.game_id = d.game_id
    WHERE d.lease_until > now() OR ((d.backoff_until IS NULL OR d.backoff_until <= now())
      AND (d.position < h.last_sequence OR d.replay_position IS NOT NULL OR (
        SELECT true FROM delivery r WHERE r.endpoint_id = d.endpoint_id
          AND r.state = 'retrying' AND r.next_attempt_at <= now() LIMIT 1)))),
  ranked AS (
    SELECT *,
      row_number() OVER (PARTITION BY game_id
        ORDER BY is_leased DESC, is_healthy DESC, served_at) AS rank,
      row_number() OVER (PARTITION BY game_id, is_healthy
        ORDER BY is_leased DESC, served_at) AS rank_among_alike
    FROM waiting),
  ordered AS (
    SELECT endpoint_id, is_healthy OR rank = 1 AS is_quick,
      row_number() OVER (PARTITION BY is_healthy OR rank = 1
        ORDER BY rank, is_healthy DESC, served_at) AS number
    FROM ranked
    WHERE NOT is_leased AND rank <= ${MAX_LEASES_PER_GAME}
      AND (is_healthy OR rank_among_alike <= ${MAX_DOUBTFUL_PER_GAME})),
  due AS (
    SELECT d.endpoint_id, o.is_quick FROM ordered o
    JOIN dispatch d ON d.endpoint_id = o.endpoint_id
    WHERE o.number <= CASE WHEN o.is_quick THEN ${room.quick}::integer ELSE ${room.patient}::integer END
      AND (d.lease_until IS NULL OR d.lease_until <= now())
    FOR UPDATE OF d SKIP LOCKED)
  UPDATE dispatch SET worker = ${worker}, lease_until = now() + ${LEASE}, served_at = now()
  FROM due JOIN endpoint e ON e.id = due.endpoint_id
    LEFT JOIN event_head h ON h.game_id = e.game_id
  WHERE dispatch.endpoint_id = due.endpoint_id
  RETURNING dispatch.endpoint_id AS "endpointId", dispatch.game_id AS "gameId", e.url, e.events,
    e.sealed_secret AS "encryptedSecret",
    CASE WHEN e.previous_ends_at > now() THEN e.previous_sealed_secret END
      AS "previousEncryptedSecret",
    dispatch.position, coalesce(h.last_sequence, 0) AS "lastSequence",
    coalesce(dispatch.slow_until > now(), false) AS "isSlow",
    dispatch.replay_position IS NOT NULL AS "isReplaying", dispatch.failures,
    e.last_success_at IS NOT NULL AS "isKnown",
    dispatch.backoff_until IS NULL AS "isRequested", due.is_quick AS "isQuick"`;
  const { rows } = await traced("events.lease-dispatch", () => db.execute<LeasedEndpoint>(lease));
  return rows;
}

export async function endLeases(db: Queryable, worker: string) {
  const ended = { worker: null, leaseUntil: null };
  await traced("events.lease-dispatch", () =>
    db.update(dispatch).set(ended).where(eq(dispatch.worker, worker)).execute(),
  );
}

/** Ends a lease. Returns false if it was lost. A slow endpoint gets one request at a time for a minute. */
export async function endLease(
  tx: Tx,
  endpointId: string,
  { worker, position, isSlow }: { worker: string; position: bigint; isSlow: boolean },
) {
  const { rowCount } = await tx
    .update(dispatch)
    .set({
      position: sql`greatest(${dispatch.position}, ${position})`,
      worker: null,
      leaseUntil: null,
      ...(isSlow && { slowUntil: sql`now() + interval '60 seconds'` }),
    })
    .where(and(eq(dispatch.endpointId, endpointId), eq(dispatch.worker, worker)));
  return rowCount === 1;
}

export const lockDispatch = (tx: Tx, endpointId: string) =>
  sole(
    tx.select().from(dispatch).where(eq(dispatch.endpointId, endpointId)).for("update"),
    "an endpoint has no dispatch",
  );

export async function storeFailures(
  tx: Tx,
  endpointId: string,
  { failures, backoffMs }: { failures: number; backoffMs: number },
) {
  const backoffUntil =
    backoffMs > 0 ? sql`now() + make_interval(secs => ${backoffMs / 1_000}::float8)` : null;
  await tx
    .update(dispatch)
    .set({ failures, backoffUntil })
    .where(eq(dispatch.endpointId, endpointId));
}

/** Ends the backoff, so that one event is sent now. If the endpoint accepts the event, more events follow. */
export async function endBackoff(tx: Tx, endpointId: string) {
  await tx.update(dispatch).set({ backoffUntil: null }).where(eq(dispatch.endpointId, endpointId));
}

type Replay = {
  /** The sequence after which the replay begins. */
  after: bigint;
  /** The last sequence of the replay. */
  through: bigint;
  onlyFailed: boolean;
};

interface EndpointReplay extends Replay {
  endpointId: string;
  gameId: string;
  /** The types that the endpoint subscribes to. */
  events: readonly string[];
}

const toRows = ({ endpointId, gameId, events, after, through, onlyFailed }: EndpointReplay): SQL =>
  onlyFailed
    ? sql`FROM delivery JOIN event ON event.game_id = ${gameId}
        AND event.sequence = delivery.sequence
      WHERE delivery.endpoint_id = ${endpointId} AND delivery.sequence > ${after}
        AND delivery.sequence <= ${through} AND delivery.state = 'failed'
        AND event.type <> 'webhook.test'`
    : sql`FROM event WHERE event.game_id = ${gameId} AND event.sequence > ${after}
        AND event.sequence <= ${through} AND event.type <> 'webhook.test'
        AND ${isOneOf(events)}`;

export async function countReplay(tx: Tx, replay: EndpointReplay, max: bigint): Promise<bigint> {
  const { rows } = await tx.execute<{ events: bigint }>(
    sql`SELECT count(*) AS events FROM (SELECT ${toRows(replay)} LIMIT ${max}) counted`,
  );
  return rows[0]?.events ?? 0n;
}

export async function startReplay(
  tx: Tx,
  { endpointId, after, through, onlyFailed }: EndpointReplay,
) {
  await tx
    .update(dispatch)
    .set({ replayPosition: after, replayThrough: through, replayOnlyFailed: onlyFailed })
    .where(eq(dispatch.endpointId, endpointId));
}

export async function lockReplay(tx: Tx, endpointId: string): Promise<Replay | undefined> {
  const { rows } = await tx.execute<Replay>(sql`
    SELECT replay_position AS after, replay_through AS through, replay_only_failed AS "onlyFailed"
    FROM dispatch WHERE endpoint_id = ${endpointId} AND replay_position IS NOT NULL FOR UPDATE`);
  return rows[0];
}

/** Makes the next `max` events of a replay due. Advances the replay, or ends it. */
export async function stageReplay(tx: Tx, replay: EndpointReplay, max: number) {
  const { endpointId } = replay;
  const { rows } = await tx.execute<{ last: bigint | null; events: number }>(sql`
    WITH batch AS MATERIALIZED (
      SELECT event.sequence, event.id, event.type ${toRows(replay)}
      ORDER BY event.sequence LIMIT ${max}),
    staged AS (
      INSERT INTO delivery AS known (endpoint_id, sequence, event_id, event_type, state, attempts,
        tries, replay, next_attempt_at)
      SELECT ${endpointId}::uuid, sequence, id, type, 'retrying', 0, 0, true, now() FROM batch
      ON CONFLICT (endpoint_id, sequence) DO UPDATE SET state = 'retrying', tries = 0,
        replay = true, next_attempt_at = now(), changed_at = now())
    SELECT max(sequence) AS last, count(*)::int AS events FROM batch`);
  const { last = null, events = 0 } = rows[0] ?? {};
  const isOver = last === null || events < max || last >= replay.through;
  await tx
    .update(dispatch)
    .set(
      isOver
        ? { replayPosition: null, replayThrough: null, replayOnlyFailed: null }
        : { replayPosition: last },
    )
    .where(eq(dispatch.endpointId, endpointId));
}

export type DueEvent = {
  sequence: bigint;
  eventId: string;
  eventType: string;
  /** Null if retention deleted the event. */
  body: string | null;
  /** The number of earlier attempts. */
  attempts: number;
  /** The number of earlier attempts since the last request to send the event again, if there was one. */
  tries: number;
  replay: boolean;
  /** Null for a new event. */
  dueAt: Date | null;
  traceContext: string | null;
};

type BatchSize = { events: number; bytes: number };
export const BATCH: BatchSize = { events: 200, bytes: 524_288 };
/** The batch size until an endpoint has accepted an event. Small, because open requests keep it in memory. */
export const TRIAL: BatchSize = { events: 8, bytes: 65_536 };
/** The batch size for an endpoint that backs off. */
export const PROBE: BatchSize = { events: 1, bytes: 1 };

// A lease scans at most this many events for the subscription. The next lease continues after them.
const MAX_SCANNED = 10_000n;

/** SQL: the first rows in the given order, until their number or the bytes of their bodies reach the size. */
const limitTo = ({ events, bytes }: BatchSize, rows: SQL, order: SQL): SQL =>
  sql`SELECT * FROM (
    SELECT page.*, count(*) OVER ()::int AS found,
      sum(coalesce(octet_length(body), 0)) OVER (ORDER BY ${order})
        - coalesce(octet_length(body), 0) AS bytes_before
    FROM (${rows} LIMIT ${sql.raw(String(events))}) AS page
  ) AS weighed WHERE bytes_before < ${bytes} ORDER BY ${order}`;

/**
 * Lists due retries, the longest overdue first. With the size {@link PROBE}, lists one requested retry, or
 * else the retry with the most tries, so that at least one event gets all its attempts.
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
  const retries = sql`SELECT r.sequence, r.event_id AS "eventId", r.event_type AS "eventType", event.body,
      r.attempts, r.tries, r.replay, r.next_attempt_at AS "dueAt",
      event.trace_context AS "traceContext"
    FROM delivery r LEFT JOIN event ON event.game_id = ${gameId} AND event.sequence = r.sequence
    WHERE r.endpoint_id = ${endpointId} AND r.state = 'retrying' AND r.next_attempt_at <= now()
    ORDER BY ${order}`;
  const { rows } = await db.execute<DueEvent>(limitTo(size, retries, sql`"dueAt", sequence`));
  return rows;
}

/** Lists a batch of new events of the subscription. The log was scanned through the sequence `through`. */
export async function listNewEvents(
  db: Queryable,
  { gameId, events: subscription, position, lastSequence }: LeasedEndpoint,
  size: BatchSize,
): Promise<{ events: DueEvent[]; through: bigint }> {
  if (lastSequence <= position) return { events: [], through: position };
  const end = position + MAX_SCANNED;
  const through = end < lastSequence ? end : lastSequence;
  const added = sql`SELECT event.sequence, event.id AS "eventId", event.type AS "eventType", event.body,
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
