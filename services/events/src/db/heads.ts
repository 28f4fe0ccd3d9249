import { eq, sql } from "drizzle-orm";
import { arrayLiteral } from "@tms/kit/database/array-literal";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { oneOf } from "@tms/kit/database/rows-of";
import { eventHead } from "./tables.ts";

/** The last sequence of an environment's log, and the sequence through which events were deleted. */
export interface Head extends Readonly<typeof eventHead.$inferSelect> {}

/** Finds the head of a log. An environment without events has none. */
export async function findHead(db: Queryable, gameId: string): Promise<Head | undefined> {
  const [head] = await db.select().from(eventHead).where(eq(eventHead.gameId, gameId));
  return head;
}

/** Returns the last sequences of environments that have events. */
export async function findLastSequences(
  db: Queryable,
  gameIds: readonly string[],
): Promise<Map<string, bigint>> {
  const rows = await db.select().from(eventHead).where(oneOf(eventHead.gameId, gameIds));
  return new Map(rows.map(({ gameId, lastSequence }) => [gameId, lastSequence]));
}

/**
 * Locks the heads of environments in the order of their ids. Returns the last sequences. Look for events in
 * a later statement, because this statement does not see the commit of the previous holder of the lock.
 */
export async function lockHeads(
  tx: Tx,
  gameIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  let heads = await lockExisting(tx, gameIds);
  const missing = gameIds.filter((id) => !heads.has(id)).toSorted();
  if (missing.length > 0) {
    await tx.execute(sql`INSERT INTO event_head (game_id)
      SELECT * FROM unnest(${arrayLiteral(missing)}::uuid[]) ON CONFLICT DO NOTHING`);
    heads = await lockExisting(tx, gameIds);
  }
  return heads;
}

async function lockExisting(tx: Tx, gameIds: readonly string[]): Promise<Map<string, bigint>> {
  const rows = await tx
    .select()
    .from(eventHead)
    .where(oneOf(eventHead.gameId, gameIds))
    .orderBy(eventHead.gameId)
    .for("update");
  return new Map(rows.map(({ gameId, lastSequence }) => [gameId, lastSequence]));
}

/** The channel that announces new events after their commit. */
export const HEADS_CHANNEL = "event_head";

/** Parses a notification of {@link HEADS_CHANNEL}. */
export function parseHead(payload: string): { gameId: string; last: bigint } {
  const [gameId = "", last = ""] = payload.split(" ");
  return { gameId, last: /^\d+$/.test(last) ? BigInt(last) : 0n };
}

/** Stores the last sequences of locked heads, and announces them. */
export async function moveHeads(tx: Tx, heads: ReadonlyMap<string, bigint>): Promise<void> {
  const ids = arrayLiteral([...heads.keys()]);
  const sequences = arrayLiteral([...heads.values()]);
  await tx.execute(sql`
    WITH changed AS (
      UPDATE event_head SET last_sequence = moved.last_sequence
      FROM unnest(${ids}::uuid[], ${sequences}::bigint[]) AS moved (game_id, last_sequence)
      WHERE event_head.game_id = moved.game_id
      RETURNING event_head.game_id, event_head.last_sequence)
    SELECT pg_notify(${HEADS_CHANNEL}, game_id || ' ' || last_sequence) FROM changed`);
}
