import { and, eq, isNull, sql } from "drizzle-orm";
import { arrayLiteral } from "@tms/kit/database/array-literal";
import { gameTime } from "@tms/kit/database/game-time";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { oneOf, rowsOf } from "@tms/kit/database/rows-of";
import { DomainError } from "@tms/kit/errors/domain-error";
import { FIRST_ID } from "@tms/kit/values/ids";
import type { TournamentKey } from "./registrations.ts";
import { LAST_ORDER, STANDINGS_ORDER } from "./standings-order.ts";
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

// A transaction of this size takes a fraction of a second.
const BATCH = 1_000;

/**
 * Writes placements of the next entries in the order of their gamer ids. Entries that are in and that the
 * game did not place share the next rank. The registration must be closed and have no pending entry.
 * Returns whether there are more entries. Throws UNAVAILABLE if another call writes placements of the
 * same tournament, or has frozen it.
 */
export async function writeNextPlacements(
  tx: Tx,
  tournamentId: string,
  placements: readonly PlacedEntry[],
): Promise<boolean> {
  const gamerIds = arrayLiteral(placements.map((placed) => placed.gamerId));
  const ranks = arrayLiteral(placements.map((placed) => placed.rank));
  const { rows } = await tx.execute<{ from: string | null; last: string; entries: number }>(
    // The walk uses the index by gamer, which does not contain placements.
    sql`WITH progress AS MATERIALIZED (
        SELECT ranked_up_to, ${gameTime("registration")} AS now FROM ${registration}
        WHERE tournament_id = ${tournamentId}
      ), batch AS MATERIALIZED (
        SELECT id, gamer_id, exit_number, disqualified FROM ${entry}
        WHERE tournament_id = ${tournamentId} AND gamer_id > coalesce(
          (SELECT ranked_up_to FROM progress), ${FIRST_ID}::uuid)
        ORDER BY gamer_id LIMIT ${BATCH}
      ), ranked AS (
        SELECT batch.id, coalesce(placed.rank, ${placements.length + 1}) AS rank
        FROM batch
          LEFT JOIN unnest(${gamerIds}::uuid[], ${ranks}::int[]) AS placed (gamer_id, rank)
            USING (gamer_id)
        WHERE batch.exit_number IS NULL AND NOT batch.disqualified
      ), written AS (
        UPDATE ${entry} SET placement = ranked.rank, updated_at = (SELECT now FROM progress)
        FROM ranked
        WHERE entry.id = ranked.id AND entry.placement IS DISTINCT FROM ranked.rank
      )
      SELECT progress.ranked_up_to AS from, gamer_id AS last,
        (SELECT count(*)::int FROM batch) AS entries
      FROM progress, batch ORDER BY gamer_id DESC LIMIT 1`,
  );
  const [batch] = rows;
  if (batch === undefined) return false;
  // The update comes last, so that the registration is locked briefly.
  const { rowCount } = await tx
    .update(registration)
    .set({ rankedUpTo: batch.last })
    .where(
      and(
        eq(registration.tournamentId, tournamentId),
        sql`${registration.rankedUpTo} IS NOT DISTINCT FROM ${batch.from}::uuid AND ${registration.frozenAt} IS NULL`,
      ),
    );
  if (rowCount === 0)
    throw new DomainError(
      "UNAVAILABLE",
      "Another call is freezing the same ranking. Try again later.",
    );
  return batch.entries === BATCH;
}

export interface GroupSize {
  entries: number;
}

/** Returns the sizes of the best rank groups of frozen rankings, at most `groups`, by tournament. */
export async function findGroupSizes(
  db: Queryable,
  limits: readonly { tournamentId: string; groups: number }[],
): Promise<Map<string, GroupSize[]>> {
  const ids = arrayLiteral(limits.map(({ tournamentId }) => tournamentId));
  const groups = arrayLiteral(limits.map((limit) => limit.groups));
  // A frozen ranking has no pending entries.
  const { rows } = await db.execute<GroupSize & { tournamentId: string }>(sql`
    SELECT asked.tournament_id AS "tournamentId", best.entries
    FROM unnest(${ids}::uuid[], ${groups}::int[]) AS asked (tournament_id, groups)
      CROSS JOIN LATERAL (
        SELECT ${STANDINGS_ORDER} AS standing, count(*)::int AS entries FROM ${entry}
        WHERE ${entry.tournamentId} = asked.tournament_id AND NOT ${entry.disqualified}
        GROUP BY standing ORDER BY standing LIMIT asked.groups
      ) AS best
    ORDER BY asked.tournament_id, best.standing`);
  return Map.groupBy(rows, (row) => row.tournamentId);
}

/** Counts disqualified entries that were eliminated before. */
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

/** Returns the sizes of eliminations without disqualified entries, the latest first. */
export async function listEliminationSizes(
  db: Queryable,
  tournamentId: string,
  limit: number,
): Promise<number[]> {
  // There are no placements before the end, so a positive order means eliminated.
  const rows = await db
    .select({ entries: sql<number>`count(*)::int` })
    .from(entry)
    .where(
      and(
        eq(entry.tournamentId, tournamentId),
        sql`${STANDINGS_ORDER} > 0 AND ${STANDINGS_ORDER} < ${LAST_ORDER}`,
      ),
    )
    .groupBy(STANDINGS_ORDER)
    .orderBy(STANDINGS_ORDER)
    .limit(limit);
  return rows.map((row) => row.entries);
}

/** A registration, and when its ranking became final by the clock of its environment. */
export interface FrozenRegistration extends TournamentKey {
  at: Date;
}

/** Marks rankings as final. Returns those that were not final before. */
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
