import type { Tx } from "@tms/kit/database/handle";
import { matches } from "./matching.ts";

/** Which events are sent again. */
export interface ReplayRange {
  endpointId: string;
  gameId: string;
  /** What the endpoint wants. */
  events: readonly string[];
  /** Exclusive. */
  after: bigint;
  /** Inclusive. */
  through: bigint;
  onlyFailed: boolean;
}

// Both name $1 to $5, or Postgres could not tell the types of those left out.
const EVENTS_OF_RANGE = `FROM event WHERE event.game_id = $2 AND event.sequence > $3
  AND event.sequence <= $4 AND event.type <> 'webhook.test'
  AND $1::uuid IS NOT NULL AND ${matches("$5")}`;
const FAILED_OF_RANGE = `FROM delivery JOIN event ON event.game_id = $2
    AND event.sequence = delivery.sequence
  WHERE delivery.endpoint_id = $1 AND delivery.sequence > $3 AND delivery.sequence <= $4
    AND delivery.state = 'failed' AND event.type <> 'webhook.test'
    AND $5::text[] IS NOT NULL`;

const rangeOf = (onlyFailed: boolean): string => (onlyFailed ? FAILED_OF_RANGE : EVENTS_OF_RANGE);
const valuesOf = ({ endpointId, gameId, after, through, events }: ReplayRange): unknown[] => [
  endpointId,
  gameId,
  after,
  through,
  events,
];

/** How many events a range has, counted up to `most`. */
export async function countRange(tx: Tx, range: ReplayRange, most: bigint): Promise<bigint> {
  const { rows } = await tx.$client.query<{ events: bigint }>({
    name: `count-replay-${range.onlyFailed}`,
    text: `SELECT count(*) AS events FROM (SELECT ${rangeOf(range.onlyFailed)} LIMIT $6) counted`,
    values: [...valuesOf(range), most],
  });
  return rows[0]?.events ?? 0n;
}

/** Begins a replay; the endpoint's turns do it piece by piece. */
export async function startReplay(tx: Tx, range: ReplayRange): Promise<void> {
  await tx.$client.query({
    name: "start-replay",
    text: `UPDATE dispatch SET replay_position = $2, replay_through = $3, replay_only_failed = $4
      WHERE endpoint_id = $1`,
    values: [range.endpointId, range.after, range.through, range.onlyFailed],
  });
}

/** The replay that is under way at an endpoint, its dispatch locked. */
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

/**
 * Makes the next piece of a replay due: each event begins its attempts anew. Moves the replay on, or
 * ends it.
 */
export async function stagePiece(tx: Tx, range: ReplayRange, most: number): Promise<void> {
  const { rows } = await tx.$client.query<{ last: bigint | null; events: number }>({
    name: `stage-replay-${range.onlyFailed}`,
    text: `WITH piece AS MATERIALIZED (
        SELECT event.sequence, event.id, event.type ${rangeOf(range.onlyFailed)}
        ORDER BY event.sequence LIMIT $6),
      staged AS (
        INSERT INTO delivery AS known (endpoint_id, sequence, event_id, event_type, state, attempts,
          tries, replay, next_attempt_at)
        SELECT $1, sequence, id, type, 'retrying', 0, 0, true, now() FROM piece
        ON CONFLICT (endpoint_id, sequence) DO UPDATE SET state = 'retrying', tries = 0,
          replay = true, next_attempt_at = now(), changed_at = now())
      SELECT max(sequence) AS last, count(*)::int AS events FROM piece`,
    values: [...valuesOf(range), most],
  });
  const { last = null, events = 0 } = rows[0] ?? {};
  const isOver = last === null || events < most || last >= range.through;
  await tx.$client.query({
    name: "move-replay",
    text: `UPDATE dispatch SET replay_position = $2::bigint,
        replay_through = CASE WHEN $2::bigint IS NOT NULL THEN replay_through END,
        replay_only_failed = CASE WHEN $2::bigint IS NOT NULL THEN replay_only_failed END
      WHERE endpoint_id = $1`,
    values: [range.endpointId, isOver ? null : last],
  });
}
