import { and, desc, eq, getColumns, sql, type SQL } from "drizzle-orm";
import { toArrays } from "@tms/kit/database/array-literal";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { first, insertion } from "@tms/kit/database/rows-of";
import type { DueEvent } from "./dispatches.ts";
import { attempt, type delivery } from "./tables.ts";

type Stored = typeof delivery.$inferSelect;

export type DeliveryRow = Omit<Stored, "tries" | "replay" | "changedAt"> & {
  lastAttemptAt: Date | null;
};

export interface DeliveryChange extends Omit<
  Stored,
  "endpointId" | "nextAttemptAt" | "createdAt" | "changedAt"
> {
  /** Null if there is no next attempt. */
  pauseMs: number | null;
}

/** Inserts or updates deliveries. The number of attempts of a stored delivery never decreases. */
export async function storeDeliveries(
  tx: Tx,
  endpointId: string,
  changes: readonly DeliveryChange[],
) {
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
        attempts = greatest(delivery.attempts, excluded.attempts), tries = excluded.tries,
        replay = excluded.replay, next_attempt_at = excluded.next_attempt_at, changed_at = now()`,
    values: [
      endpointId,
      ...toArrays(changes, "sequence", "eventId", "eventType", "state", "attempts", "tries"),
      ...toArrays(changes, "replay", "pauseMs"),
    ],
  });
}

/** Returns the sequences of retries in `events` that a caller requested again after `events` was read. */
export async function findRequestedAgain(tx: Tx, endpointId: string, events: readonly DueEvent[]) {
  const retries = events.filter(({ dueAt }) => dueAt !== null);
  if (retries.length === 0) return new Set();
  const [sequences, dueAts] = toArrays(retries, "sequence", "dueAt").map((array) =>
    sql.param(array),
  );
  // While an endpoint is leased, only a caller's request changes its due deliveries. The request sets
  // next_attempt_at to the current time, so a different time means a request.
  const { rows } = await tx.execute<{ sequence: bigint }>(sql`
    SELECT d.sequence
    FROM unnest(${sequences}::bigint[], ${dueAts}::timestamptz[]) AS read (sequence, due_at)
    JOIN delivery d ON d.endpoint_id = ${endpointId} AND d.sequence = read.sequence
      AND d.state = 'retrying' AND d.next_attempt_at <> read.due_at`);
  return new Set(rows.map(({ sequence }) => sequence));
}

async function select(db: Queryable, condition: SQL): Promise<DeliveryRow[]> {
  const { rows } = await db.execute<DeliveryRow>(sql`
    SELECT d.endpoint_id AS "endpointId", d.sequence, d.event_id AS "eventId",
      d.event_type AS "eventType", d.state, d.attempts,
      CASE WHEN d.state = 'retrying' THEN greatest(d.next_attempt_at,
        (SELECT backoff_until FROM dispatch WHERE dispatch.endpoint_id = d.endpoint_id))
      END AS "nextAttemptAt",
      d.created_at AS "createdAt",
      (SELECT newest.started_at FROM attempt newest
        WHERE newest.endpoint_id = d.endpoint_id AND newest.sequence = d.sequence
        ORDER BY newest.number DESC LIMIT 1) AS "lastAttemptAt"
    FROM delivery d ${condition}`);
  return rows;
}

export const findDelivery = (db: Queryable, endpointId: string, eventId: string) =>
  first(select(db, sql`WHERE d.endpoint_id = ${endpointId} AND d.event_id = ${eventId}`));

/** Returns the deliveries of an event, the newest endpoint first, without removed endpoints. */
export const listEventDeliveries = (db: Queryable, gameId: string, eventId: string) =>
  select(
    db,
    sql`JOIN endpoint e ON e.id = d.endpoint_id
      WHERE e.game_id = ${gameId} AND e.removed_at IS NULL AND d.event_id = ${eventId}
      ORDER BY e.id DESC`,
  );

interface DeliveryFilter {
  endpointId: string;
  state: DeliveryRow["state"] | undefined;
  /** A type or a group of types, such as `entry.*`; undefined means any. */
  type: string | undefined;
  /** Exclusive upper bound of the sequence. */
  before: bigint;
}

const hasState = ({ state }: DeliveryFilter): SQL | undefined =>
  state && sql`AND d.state = ${state}`;

/** Lists deliveries from the highest sequence down to `from`. */
export const listDeliveries = (
  db: Queryable,
  filter: DeliveryFilter,
  from: bigint,
  limit: number,
) => {
  const { endpointId, type, before } = filter;
  const hasType =
    type && sql`AND ${type} IN (d.event_type, split_part(d.event_type, '.', 1) || '.*')`;
  return select(
    db,
    sql`WHERE d.endpoint_id = ${endpointId} AND d.sequence < ${before} AND d.sequence >= ${from}
      ${hasState(filter)} ${hasType} ORDER BY d.sequence DESC LIMIT ${limit}`,
  );
};

/** Returns the sequence of the `count`th delivery of any type, newest first; undefined if there are fewer. */
export async function findNthDelivery(db: Queryable, filter: DeliveryFilter, count: number) {
  const { rows } = await db.execute<{ sequence: bigint }>(sql`
    SELECT d.sequence FROM delivery d
    WHERE d.endpoint_id = ${filter.endpointId} AND d.sequence < ${filter.before} ${hasState(filter)}
    ORDER BY d.sequence DESC OFFSET ${count - 1} LIMIT 1`);
  return rows[0]?.sequence;
}

/** Inserts attempts that are not stored yet. Their deliveries must already be stored. */
export const insertAttempts = insertion(attempt, getColumns(attempt), "ON CONFLICT DO NOTHING");

/** Lists the newest `max` attempts, the oldest first. */
export async function listAttempts(
  db: Queryable,
  { endpointId, sequence }: DeliveryRow,
  max: number,
) {
  const isOf = and(eq(attempt.endpointId, endpointId), eq(attempt.sequence, sequence));
  const newest = db.select().from(attempt).where(isOf).orderBy(desc(attempt.number)).limit(max);
  return (await newest).toReversed();
}

/** Counts attempts of the last 24 hours, among the newest 10,000 attempts of the endpoint. */
export async function countAttemptsOfDay(db: Queryable, endpointId: string) {
  const { rows } = await db.execute<{ attempts: number; failures: number }>(sql`
    SELECT count(*)::int AS attempts, count(*) FILTER (WHERE NOT succeeded)::int AS failures
    FROM (SELECT succeeded FROM attempt
      WHERE endpoint_id = ${endpointId} AND started_at > now() - interval '24 hours'
      ORDER BY started_at DESC LIMIT 10000) AS newest`);
  return rows[0] ?? { attempts: 0, failures: 0 };
}
