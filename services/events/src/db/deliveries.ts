import type { Queryable, Tx } from "@tms/kit/database/handle";
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
