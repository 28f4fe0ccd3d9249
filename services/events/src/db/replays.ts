import { eq, sql, type SQL } from "drizzle-orm";
import type { Tx } from "@tms/kit/database/handle";
import { isOneOf } from "./events.ts";
import { dispatch } from "./tables.ts";

/** A range of events to send again. */
export type Replay = {
  /** Exclusive. */
  after: bigint;
  /** Inclusive. */
  through: bigint;
  onlyFailed: boolean;
};

/** A replay at an endpoint. */
export interface EndpointReplay extends Replay {
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

/** Counts the events of a replay, up to `max`. */
export async function countReplay(tx: Tx, replay: EndpointReplay, max: bigint): Promise<bigint> {
  const { rows } = await tx.execute<{ events: bigint }>(
    sql`SELECT count(*) AS events FROM (SELECT ${toRows(replay)} LIMIT ${max}) counted`,
  );
  return rows[0]?.events ?? 0n;
}

/** Begins a replay. The dispatcher stages its events batch by batch. */
export async function startReplay(
  tx: Tx,
  { endpointId, after, through, onlyFailed }: EndpointReplay,
): Promise<void> {
  await tx
    .update(dispatch)
    .set({ replayPosition: after, replayThrough: through, replayOnlyFailed: onlyFailed })
    .where(eq(dispatch.endpointId, endpointId));
}

/** Locks an endpoint's dispatch. Returns its running replay. */
export async function lockReplay(tx: Tx, endpointId: string): Promise<Replay | undefined> {
  const { rows } = await tx.execute<Replay>(sql`
    SELECT replay_position AS after, replay_through AS through, replay_only_failed AS "onlyFailed"
    FROM dispatch WHERE endpoint_id = ${endpointId} AND replay_position IS NOT NULL FOR UPDATE`);
  return rows[0];
}

/** Makes the next `max` events of a replay due. Advances the replay, or ends it. */
export async function stageReplay(tx: Tx, replay: EndpointReplay, max: number): Promise<void> {
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
