import { gameTime } from "@tms/kit/database/game-time";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { arrayOf, oneOf, rowsOf } from "@tms/kit/database/rows-of";
import { DomainError } from "@tms/kit/errors/domain-error";
import { FIRST_ID } from "@tms/kit/values/ids";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { TournamentKey } from "./registrations.ts";
import { LAST_ORDER, STANDINGS_ORDER } from "./standings-order.ts";
import { entry, registration } from "./tables.ts";

/** Where a game placed one of the gamers still in. */
export interface Placement {
  gamerId: string;
  rank: number;
}

/** An entry that its game placed. */
export interface PlacedEntry extends Placement {
  id: string;
  handle: string;
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

/** Writes the placements of some entries that are in, at a moment of their environment's clock. */
export async function storePlacements(
  tx: Tx,
  placed: readonly PlacedEntry[],
  at: Date,
): Promise<void> {
  const rows = givenRows(placed.map(({ id, rank }) => ({ id, placement: rank })));
  await storeAll(tx, { ...rows, at });
}

// Takes a fraction of a second, however large the tournament.
const PIECE = 1_000;

/**
 * Writes the placements of the next gamers still in, in the order of their ids: those that the game
 * placed have theirs, the others share the next one. The registration must be closed with no entry
 * pending. Throws UNAVAILABLE when another call ranks the same tournament, or has frozen it. Returns
 * whether there is more to rank.
 */
export async function writeNextPlacements(
  tx: Tx,
  tournamentId: string,
  placements: readonly Placement[],
): Promise<boolean> {
  const gamerIds = arrayOf(
    entry.gamerId,
    placements.map((placed) => placed.gamerId),
  );
  const ranks = arrayOf(
    entry.placement,
    placements.map((placed) => placed.rank),
  );
  const { rows } = await tx.execute<{ from: string | null; last: string; entries: number }>(
    // A tournament's gamers are in an index that no placement is part of.
    sql`WITH progress AS MATERIALIZED (
        SELECT ranked_up_to, ${gameTime("registration")} AS now FROM ${registration}
        WHERE tournament_id = ${tournamentId}
      ), piece AS MATERIALIZED (
        SELECT id, gamer_id, exit_number, disqualified FROM ${entry}
        WHERE tournament_id = ${tournamentId} AND gamer_id > coalesce(
          (SELECT ranked_up_to FROM progress), ${FIRST_ID}::uuid)
        ORDER BY gamer_id LIMIT ${PIECE}
      ), ranked AS (
        SELECT piece.id, coalesce(placed.rank, ${placements.length + 1}) AS rank
        FROM piece
          LEFT JOIN unnest(${gamerIds}::uuid[], ${ranks}::int[]) AS placed (gamer_id, rank)
            USING (gamer_id)
        WHERE piece.exit_number IS NULL AND NOT piece.disqualified
      ), written AS (
        UPDATE ${entry} SET placement = ranked.rank, updated_at = (SELECT now FROM progress)
        FROM ranked
        WHERE entry.id = ranked.id AND entry.placement IS DISTINCT FROM ranked.rank
      )
      SELECT progress.ranked_up_to AS from, gamer_id AS last,
        (SELECT count(*)::int FROM piece) AS entries
      FROM progress, piece ORDER BY gamer_id DESC LIMIT 1`,
  );
  const [piece] = rows;
  if (piece === undefined) return false;
  // Last, so that the registration is locked for a moment only.
  const { rowCount } = await tx
    .update(registration)
    .set({ rankedUpTo: piece.last })
    .where(
      and(
        eq(registration.tournamentId, tournamentId),
        sql`${registration.rankedUpTo} IS NOT DISTINCT FROM ${piece.from}::uuid AND ${registration.frozenAt} IS NULL`,
      ),
    );
  if (rowCount === 0)
    throw new DomainError(
      "UNAVAILABLE",
      "Another call is freezing the same ranking. Try again later.",
    );
  return piece.entries === PIECE;
}

/** How many entries share a rank. */
export interface GroupSize {
  entries: number;
}

/** How many of the best rank groups of a tournament are asked for. */
export interface GroupsAsked {
  tournamentId: string;
  groups: number;
}

/** The sizes of the best rank groups of frozen rankings, by tournament; one without entries is absent. */
export async function findGroupSizes(
  db: Queryable,
  asked: readonly GroupsAsked[],
): Promise<Map<string, GroupSize[]>> {
  const ids = arrayOf(
    entry.tournamentId,
    asked.map(({ tournamentId }) => tournamentId),
  );
  const limits = arrayOf(
    registration.seatsTaken,
    asked.map(({ groups }) => groups),
  );
  // No entry of a frozen ranking is pending.
  const { rows } = await db.execute<GroupSize & { tournamentId: string }>(sql`
    SELECT asked.tournament_id AS "tournamentId", best.entries
    FROM unnest(${ids}::uuid[], ${limits}::int[]) AS asked (tournament_id, groups)
      CROSS JOIN LATERAL (
        SELECT ${STANDINGS_ORDER} AS standing, count(*)::int AS entries FROM ${entry}
        WHERE ${entry.tournamentId} = asked.tournament_id AND NOT ${entry.disqualified}
        GROUP BY standing ORDER BY standing LIMIT asked.groups
      ) AS best
    ORDER BY asked.tournament_id, best.standing`);
  return Map.groupBy(rows, (row) => row.tournamentId);
}

/** How many of the disqualified of a tournament were eliminated before. */
export async function countTakenOutTwice(db: Queryable, tournamentId: string): Promise<number> {
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

/** The sizes of eliminations of a tournament, the latest first; without the disqualified. */
export async function listEliminationSizes(
  db: Queryable,
  tournamentId: string,
  limit: number,
): Promise<number[]> {
  // Nobody is placed before the end: whoever is not among the best is out.
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

/** A registration whose ranking became final, and when, by the clock of its environment. */
export interface FrozenRegistration extends TournamentKey {
  at: Date;
}

/** Marks the rankings of tournaments as final. Returns those that were not before. */
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
