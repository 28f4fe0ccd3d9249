import { eq } from "drizzle-orm";
import type { Tx } from "@tms/kit/database/handle";
import { isSubscribed } from "./due-events.ts";
import { dispatch } from "./tables.ts";

/** The events of a replay. */
export interface ReplayRange {
  endpointId: string;
  gameId: string;
  /** The types that the endpoint subscribes to. */
  events: readonly string[];
  /** Exclusive. */
  after: bigint;
  /** Inclusive. */
  through: bigint;
  onlyFailed: boolean;
}

// Both name $1 to $5, because Postgres must know the type of every parameter.
const ALL_OF_RANGE = `FROM event WHERE event.game_id = $2 AND event.sequence > $3
  AND event.sequence <= $4 AND event.type <> 'webhook.test'
  AND $1::uuid IS NOT NULL AND ${isSubscribed("$5")}`;
const FAILED_OF_RANGE = `FROM delivery JOIN event ON event.game_id = $2
    AND event.sequence = delivery.sequence
  WHERE delivery.endpoint_id = $1 AND delivery.sequence > $3 AND delivery.sequence <= $4
    AND delivery.state = 'failed' AND event.type <> 'webhook.test'
    AND $5::text[] IS NOT NULL`;

const toRows = ({ onlyFailed }: ReplayRange): string =>
  onlyFailed ? FAILED_OF_RANGE : ALL_OF_RANGE;
const toValues = ({ endpointId, gameId, after, through, events }: ReplayRange): unknown[] => [
  endpointId,
  gameId,
  after,
  through,
  events,
];

/** Counts the events of a range, up to `max`. */
export async function countRange(tx: Tx, range: ReplayRange, max: bigint): Promise<bigint> {
  const { rows } = await tx.$client.query<{ events: bigint }>({
    name: `count-replay-${range.onlyFailed}`,
    text: `SELECT count(*) AS events FROM (SELECT ${toRows(range)} LIMIT $6) counted`,
    values: [...toValues(range), max],
  });
  return rows[0]?.events ?? 0n;
}

/** Begins a replay. The dispatcher stages its events batch by batch. */
export async function startReplay(tx: Tx, range: ReplayRange): Promise<void> {
  await tx
    .update(dispatch)
    .set({
      replayPosition: range.after,
      replayThrough: range.through,
      replayOnlyFailed: range.onlyFailed,
    })
    .where(eq(dispatch.endpointId, range.endpointId));
}

/** Locks an endpoint's dispatch. Returns its running replay. */
export async function lockReplay(
  tx: Tx,
  endpointId: string,
): Promise<Pick<ReplayRange, "after" | "through" | "onlyFailed"> | undefined> {
  const { rows } = await tx.$client.query<Pick<ReplayRange, "after" | "through" | "onlyFailed">>({
    name: "lock-replay",
    text: `SELECT replay_position AS after, replay_through AS through,
        replay_only_failed AS "onlyFailed"
      FROM dispatch WHERE endpoint_id = $1 AND replay_position IS NOT NULL FOR UPDATE`,
    values: [endpointId],
  });
  return rows[0];
}

/** Makes the next `max` events of a replay due. Advances the replay, or ends it. */
export async function stageReplay(tx: Tx, range: ReplayRange, max: number): Promise<void> {
  const { rows } = await tx.$client.query<{ last: bigint | null; events: number }>({
    name: `stage-replay-${range.onlyFailed}`,
    text: `WITH batch AS MATERIALIZED (
        SELECT event.sequence, event.id, event.type ${toRows(range)}
        ORDER BY event.sequence LIMIT $6),
      staged AS (
        INSERT INTO delivery AS known (endpoint_id, sequence, event_id, event_type, state, attempts,
          tries, replay, next_attempt_at)
        SELECT $1, sequence, id, type, 'retrying', 0, 0, true, now() FROM batch
        ON CONFLICT (endpoint_id, sequence) DO UPDATE SET state = 'retrying', tries = 0,
          replay = true, next_attempt_at = now(), changed_at = now())
      SELECT max(sequence) AS last, count(*)::int AS events FROM batch`,
    values: [...toValues(range), max],
  });
  const { last = null, events = 0 } = rows[0] ?? {};
  const isOver = last === null || events < max || last >= range.through;
  await tx
    .update(dispatch)
    .set(
      isOver
        ? { replayPosition: null, replayThrough: null, replayOnlyFailed: null }
        : { replayPosition: last },
    )
    .where(eq(dispatch.endpointId, range.endpointId));
}
