import { and, desc, eq } from "drizzle-orm";
import { toArrays } from "@tms/kit/database/array-literal";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import type { DueEvent } from "./due-events.ts";
import { attempt, type delivery } from "./tables.ts";

type Stored = typeof delivery.$inferSelect;

/** A delivery as callers see it. */
export interface DeliveryRow extends Pick<
  Stored,
  | "endpointId"
  | "sequence"
  | "eventId"
  | "eventType"
  | "state"
  | "attempts"
  | "nextAttemptAt"
  | "createdAt"
> {
  /** The start of the newest attempt; null before the first attempt. */
  lastAttemptAt: Date | null;
}

/** A delivery after an attempt. */
export interface DeliveryChange extends Pick<
  Stored,
  "sequence" | "eventId" | "eventType" | "state" | "attempts" | "tries" | "replay"
> {
  /** The time until the next attempt; null if there is none. */
  pauseMs: number | null;
}

/** Stores deliveries of an endpoint. */
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
      ...toArrays(changes, "sequence", "eventId", "eventType", "state", "attempts", "tries"),
      ...toArrays(changes, "replay", "pauseMs"),
    ],
  });
}

/** Makes an event due at an endpoint now, in any state. Its attempts are counted from zero. */
export async function makeDeliveryDue(
  tx: Tx,
  endpointId: string,
  event: { id: string; sequence: bigint; type: string },
): Promise<void> {
  await tx.$client.query({
    name: "make-delivery-due",
    text: `INSERT INTO delivery (endpoint_id, sequence, event_id, event_type, state, attempts, tries,
        replay, next_attempt_at)
      VALUES ($1, $2, $3, $4, 'retrying', 0, 0, true, now())
      ON CONFLICT (endpoint_id, sequence) DO UPDATE SET state = 'retrying', tries = 0,
        replay = true, next_attempt_at = now(), changed_at = now()`,
    values: [endpointId, event.sequence, event.id, event.type],
  });
}

/** Returns the sequences of retries that were requested again after they were read. */
export async function findRequestedAgain(
  tx: Tx,
  endpointId: string,
  events: readonly DueEvent[],
): Promise<Set<bigint>> {
  const retries = events.filter(({ dueAt }) => dueAt !== null);
  if (retries.length === 0) return new Set();
  // Only a request changes a leased delivery. It makes the delivery due at that moment.
  const { rows } = await tx.$client.query<Pick<DueEvent, "sequence">>({
    name: "requested-again",
    text: `SELECT d.sequence FROM unnest($2::bigint[], $3::timestamptz[]) AS read (sequence, due_at)
      JOIN delivery d ON d.endpoint_id = $1 AND d.sequence = read.sequence
        AND d.state = 'retrying' AND d.next_attempt_at <> read.due_at`,
    values: [endpointId, ...toArrays(retries, "sequence", "dueAt")],
  });
  return new Set(rows.map(({ sequence }) => sequence));
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

/** Lists the deliveries of one event, those of the newest endpoints first. */
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

/** Selects deliveries of an endpoint. */
export interface DeliveryFilter {
  endpointId: string;
  state: DeliveryRow["state"] | undefined;
  /** Such as `entry.joined` or `entry.*`; undefined means any. */
  type: string | undefined;
  /** Exclusive upper bound of the sequence. */
  before: bigint;
}

/** Lists deliveries of an endpoint from the highest sequence down to `from`. */
export async function listDeliveries(
  db: Queryable,
  { endpointId, state, type, before }: DeliveryFilter,
  from: bigint,
  limit: number,
): Promise<DeliveryRow[]> {
  const { rows } = await db.$client.query<DeliveryRow>({
    name: `list-deliveries-${state !== undefined}`,
    text: `${SHOWN} WHERE d.endpoint_id = $1
        AND ($2::text IS NULL OR d.event_type = $2 OR split_part(d.event_type, '.', 1) || '.*' = $2)
        AND d.sequence < $3 AND d.sequence >= $4 ${state ? "AND d.state = $6" : ""}
      ORDER BY d.sequence DESC LIMIT $5`,
    values: [endpointId, type ?? null, before, from, limit, ...(state ? [state] : [])],
  });
  return rows;
}

/** Returns the sequence of the `count`th delivery of a filter, of any type; undefined if there are fewer. */
export async function findNthDelivery(
  db: Queryable,
  { endpointId, state, before }: DeliveryFilter,
  count: number,
): Promise<bigint | undefined> {
  const { rows } = await db.$client.query<Pick<DeliveryRow, "sequence">>({
    name: `nth-delivery-${state !== undefined}`,
    text: `SELECT sequence FROM delivery WHERE endpoint_id = $1 AND sequence < $2
        ${state ? "AND state = $4" : ""}
      ORDER BY sequence DESC OFFSET $3 LIMIT 1`,
    values: [endpointId, before, count - 1, ...(state ? [state] : [])],
  });
  return rows[0]?.sequence;
}

type Attempt = typeof attempt.$inferSelect;

/** A request to an endpoint as callers see it. */
export interface AttemptRow extends Omit<Attempt, "endpointId" | "sequence" | "succeeded"> {}

/** Stores requests to an endpoint. Their deliveries must be stored. */
export async function insertAttempts(
  tx: Tx,
  endpointId: string,
  attempts: readonly Omit<Attempt, "endpointId">[],
): Promise<void> {
  if (attempts.length === 0) return;
  await tx.$client.query({
    name: "insert-attempts",
    text: `INSERT INTO attempt (endpoint_id, sequence, number, started_at, duration_ms, status, error,
        answer, replay, succeeded)
      SELECT $1, * FROM unnest($2::bigint[], $3::integer[], $4::timestamptz[], $5::integer[],
        $6::integer[], $7::text[], $8::text[], $9::boolean[], $10::boolean[])
      ON CONFLICT DO NOTHING`,
    values: [
      endpointId,
      ...toArrays(attempts, "sequence", "number", "startedAt", "durationMs", "status", "error"),
      ...toArrays(attempts, "answer", "replay", "succeeded"),
    ],
  });
}

/** Lists the newest requests of a delivery, oldest first. */
export async function listAttempts(
  db: Queryable,
  { endpointId, sequence }: Pick<DeliveryRow, "endpointId" | "sequence">,
  max: number,
): Promise<AttemptRow[]> {
  const rows = await db
    .select()
    .from(attempt)
    .where(and(eq(attempt.endpointId, endpointId), eq(attempt.sequence, sequence)))
    .orderBy(desc(attempt.number))
    .limit(max);
  return rows.toReversed();
}

/** Counts requests of the last day and their failures, among the newest 10,000 requests. */
export async function countAttemptsOfDay(
  db: Queryable,
  endpointId: string,
): Promise<{ attempts: number; failures: number }> {
  const { rows } = await db.$client.query<{ attempts: number; failures: number }>({
    name: "attempts-of-day",
    text: `SELECT count(*)::int AS attempts, count(*) FILTER (WHERE NOT succeeded)::int AS failures
      FROM (SELECT succeeded FROM attempt
        WHERE endpoint_id = $1 AND started_at > now() - interval '24 hours'
        ORDER BY started_at DESC LIMIT 10000) AS newest`,
    values: [endpointId],
  });
  return rows[0] ?? { attempts: 0, failures: 0 };
}
