import { and, eq, isNull, sql } from "drizzle-orm";
import { gameTime } from "@tms/kit/database/game-time";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { oneOf, rowsOf } from "@tms/kit/database/rows-of";
import type { TournamentKey } from "./registrations.ts";
import { LAST_ORDER, STANDINGS_ORDER, type OrderRange } from "./standings-order.ts";
import { entry, registration } from "./tables.ts";

/** An entry that was in to the end, and the rank that the game gave to it. */
export interface PlacedEntry {
  id: string;
  gamerId: string;
  handle: string;
  rank: number;
}

const [given, givenRows] = rowsOf("given", { id: entry.id, placement: entry.placement });
const storeAll = prepared((db) =>
  db
    .update(entry)
    .set({
      placement: sql`${given.placement}`,
      updatedAt: sql`${sql.placeholder("at")}::timestamptz`,
    })
    .from(given)
    .where(
      and(eq(entry.id, given.id), sql`${entry.placement} IS DISTINCT FROM ${given.placement}`),
    ),
);

export async function storePlacements(
  tx: Tx,
  placed: readonly PlacedEntry[],
  at: Date,
): Promise<void> {
  const rows = givenRows(placed.map(({ id, rank }) => ({ id, placement: rank })));
  await storeAll(tx, { ...rows, at });
}

/**
 * The maximum number of placements that a transaction writes. Such a transaction takes a fraction of a
 * second.
 */
export const MAX_PLACED = 1_000;

/**
 * Gives the same rank to the next entries that are in and have no rank, in the order of their gamer ids.
 * Writes at most {@link MAX_PLACED} entries. Returns the last gamer id, or undefined if no entry is left. The
 * registration must be closed and have no pending entry.
 */
export async function placeRest(
  tx: Tx,
  tournamentId: string,
  rank: number,
  afterGamerId: string,
): Promise<string | undefined> {
  const { rows } = await tx.execute<{ gamerId: string }>(
    // The statement follows the index by gamer, because writing placements does not change the order of this
    // index.
    sql`WITH batch AS MATERIALIZED (
        SELECT id, gamer_id FROM ${entry}
        WHERE tournament_id = ${tournamentId} AND gamer_id > ${afterGamerId}
          AND exit_number IS NULL AND placement IS NULL AND NOT disqualified
        ORDER BY gamer_id LIMIT ${MAX_PLACED}
      ), written AS (
        UPDATE ${entry} SET placement = ${rank}, updated_at = (
          SELECT ${gameTime("registration")} FROM ${registration}
          WHERE tournament_id = ${tournamentId})
        WHERE id IN (SELECT id FROM batch) AND placement IS NULL
      )
      SELECT gamer_id AS "gamerId" FROM batch ORDER BY gamer_id DESC LIMIT 1`,
  );
  return rows[0]?.gamerId;
}

/** Counts disqualified entries that were eliminated before their disqualification. */
export async function countDisqualifiedOut(db: Queryable, tournamentId: string): Promise<number> {
  const [row] = await db
    .select({ entries: sql<number>`count(*)::int` })
    .from(entry)
    .where(
      and(
        eq(entry.tournamentId, tournamentId),
        sql`${STANDINGS_ORDER} = ${LAST_ORDER} AND ${entry.exitNumber} IS NOT NULL`,
      ),
    );
  return row?.entries ?? 0;
}

/** Entries with the same order in the standings. */
export interface OrderGroup {
  order: number;
  entries: number;
}

/** Returns the first groups of entries with an order within a range. Both ends are inclusive. */
export async function findOrderGroups(
  db: Queryable,
  tournamentId: string,
  [first, last]: OrderRange,
  limit: number,
): Promise<OrderGroup[]> {
  return await db
    .select({ order: STANDINGS_ORDER, entries: sql<number>`count(*)::int` })
    .from(entry)
    .where(
      and(
        eq(entry.tournamentId, tournamentId),
        sql`${STANDINGS_ORDER} BETWEEN ${first} AND ${last}`,
      ),
    )
    .groupBy(STANDINGS_ORDER)
    .orderBy(STANDINGS_ORDER)
    .limit(limit);
}

/** A registration, and when its ranking became final by the clock of its environment. */
export interface FrozenRegistration extends TournamentKey {
  at: Date;
}

/** Marks rankings as final. Returns the rankings that were not final before. */
export async function markFrozen(
  db: Queryable,
  tournamentIds: readonly string[],
): Promise<FrozenRegistration[]> {
  return await db
    .update(registration)
    .set({ frozenAt: gameTime("registration") })
    .where(and(oneOf(registration.tournamentId, tournamentIds), isNull(registration.frozenAt)))
    .returning({
      gameId: registration.gameId,
      tournamentId: registration.tournamentId,
      at: sql<Date>`${registration.frozenAt}`,
    });
}
