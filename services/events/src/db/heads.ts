import { eq, sql } from "drizzle-orm";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { arrayLiteral } from "@tms/kit/database/array-literal";
import { oneOf } from "@tms/kit/database/rows-of";
import { eventHead } from "./tables.ts";

/** Where the log of an environment stands. */
export interface Head extends Readonly<typeof eventHead.$inferSelect> {}

/**
 * Locks the heads of environments, in the order of their ids, and returns their last sequences. In a
 * statement of its own: what a statement sees is as old as its beginning, so one that also looked for
 * events would miss those of whoever held the lock before.
 */
export async function lockHeads(
  tx: Tx,
  gameIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  let heads = await lockKnown(tx, gameIds);
  const missing = gameIds.filter((id) => !heads.has(id));
  if (missing.length > 0) {
    await tx.$client.query({
      name: "make-heads",
      text: `INSERT INTO event_head (game_id)
        SELECT id FROM unnest($1::uuid[]) AS given (id) ORDER BY id ON CONFLICT DO NOTHING`,
      values: [arrayLiteral(missing)],
    });
    heads = await lockKnown(tx, gameIds);
  }
  return heads;
}

async function lockKnown(tx: Tx, gameIds: readonly string[]): Promise<Map<string, bigint>> {
  const { rows } = await tx.$client.query<{ gameId: string; lastSequence: bigint }>({
    name: "lock-heads",
    text: `SELECT game_id AS "gameId", last_sequence AS "lastSequence" FROM event_head
      WHERE game_id = ANY($1::uuid[]) ORDER BY game_id FOR UPDATE`,
    values: [arrayLiteral(gameIds)],
  });
  return new Map(rows.map(({ gameId, lastSequence }) => [gameId, lastSequence]));
}

/** Where it is announced that logs have grown, once the transaction that did so has committed. */
export const HEADS_CHANNEL = "event_head";

/** What an announcement on {@link HEADS_CHANNEL} tells. */
export function headOf(payload: string): { gameId: string; last: bigint } {
  const [gameId = "", last = ""] = payload.split(" ");
  return { gameId, last: /^\d+$/.test(last) ? BigInt(last) : 0n };
}

/** Moves locked heads on, and announces it. */
export async function moveHeads(tx: Tx, heads: ReadonlyMap<string, bigint>): Promise<void> {
  await tx.$client.query({
    name: "move-heads",
    text: `WITH changed AS (
        UPDATE event_head SET last_sequence = moved.last_sequence
        FROM unnest($1::uuid[], $2::bigint[]) AS moved (game_id, last_sequence)
        WHERE event_head.game_id = moved.game_id
        RETURNING event_head.game_id, event_head.last_sequence)
      SELECT pg_notify('${HEADS_CHANNEL}', game_id || ' ' || last_sequence) FROM changed`,
    values: [arrayLiteral([...heads.keys()]), arrayLiteral([...heads.values()])],
  });
}

/** Where the log of an environment stands; an environment without events has no head. */
export async function findHead(db: Queryable, gameId: string): Promise<Head | undefined> {
  const [head] = await db.select().from(eventHead).where(eq(eventHead.gameId, gameId));
  return head;
}

/** Notes up to where events of an environment were deleted. */
export async function noteForgotten(tx: Tx, gameId: string, through: bigint): Promise<void> {
  await tx
    .update(eventHead)
    .set({ forgottenThrough: sql`greatest(forgotten_through, ${through})` })
    .where(eq(eventHead.gameId, gameId));
}

/** The last sequences of environments; those without events are left out. */
export async function findLastSequences(
  db: Queryable,
  gameIds: readonly string[],
): Promise<Map<string, bigint>> {
  const rows = await db
    .select({ gameId: eventHead.gameId, lastSequence: eventHead.lastSequence })
    .from(eventHead)
    .where(oneOf(eventHead.gameId, gameIds));
  return new Map(rows.map(({ gameId, lastSequence }) => [gameId, lastSequence]));
}
