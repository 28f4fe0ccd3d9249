import type { Queryable, Tx } from "@tms/kit/database/handle";
import { DomainError } from "@tms/kit/errors/domain-error";
import { arrayLiteral } from "@tms/kit/database/array-literal";
import type { Elimination } from "./registrations.ts";
import { CONFIRMED, STANDING } from "./entries.ts";

/** Eliminates entries together. */
export async function eliminateEntries(
  tx: Tx,
  ids: readonly string[],
  { round, at }: Elimination,
): Promise<void> {
  await tx.$client.query(
    `UPDATE entry SET eliminated_at = $3, round = $2, updated_at = $3 WHERE id = ANY($1::uuid[])`,
    [ids, round, at],
  );
}

/** A rank and how many share it. */
export interface RankGroupRow {
  rank: number;
  entries: number;
}

/** The final rank of a survivor, as far as its game gave one. */
export interface Place {
  gamerId: string;
  rank: number;
}

// Takes a fraction of a second, however large the tournament.
const PIECE = 1_000;

/**
 * Writes the final ranks of the next survivors of a finished registration of which the game placed some:
 * these have theirs, the others share the next one. Fails when another call ranks the same registration, or
 * has frozen it; true when there is more to rank.
 */
export async function rankPiece(
  tx: Tx,
  tournamentId: string,
  places: readonly Place[],
): Promise<boolean> {
  const { rows } = await tx.$client.query<{ from: string | null; last: string; entries: number }>({
    name: "rank-piece",
    // The gamers of a registration are in an index that no rank is part of.
    text: `WITH progress AS MATERIALIZED (
        SELECT ranked_up_to FROM registration WHERE tournament_id = $1
      ), piece AS MATERIALIZED (
        SELECT id, gamer_id, round FROM entry
        WHERE tournament_id = $1 AND gamer_id > coalesce(
          (SELECT ranked_up_to FROM progress), '00000000-0000-0000-0000-000000000000')
        ORDER BY gamer_id LIMIT ${PIECE}
      ), ranked AS (
        SELECT piece.id, coalesce(placed.rank, $4) AS rank
        FROM piece LEFT JOIN unnest($2::uuid[], $3::int[]) AS placed (gamer_id, rank) USING (gamer_id)
        WHERE piece.round IS NULL
      ), written AS (
        UPDATE entry SET rank = ranked.rank, updated_at = now() FROM ranked
        WHERE entry.id = ranked.id AND entry.rank IS DISTINCT FROM ranked.rank
      )
      SELECT progress.ranked_up_to AS from, gamer_id AS last,
        (SELECT count(*)::int FROM piece) AS entries
      FROM progress, piece ORDER BY gamer_id DESC LIMIT 1`,
    values: [
      tournamentId,
      arrayLiteral(places.map((place) => place.gamerId)),
      places.map((place) => place.rank),
      places.length + 1,
    ],
  });
  const [piece] = rows;
  if (piece === undefined) return false;
  // Last, so that the registration is locked for a moment only.
  const { rowCount } = await tx.$client.query({
    name: "advance-ranking",
    text: `UPDATE registration SET ranked_up_to = $3
      WHERE tournament_id = $1 AND ranked_up_to IS NOT DISTINCT FROM $2 AND frozen_at IS NULL`,
    values: [tournamentId, piece.from, piece.last],
  });
  if (rowCount === 0)
    throw new DomainError("UNAVAILABLE", "Another call is freezing the same ranking.");
  return piece.entries === PIECE;
}

/** The best rank groups of a frozen ranking. */
export async function findRankGroups(
  db: Queryable,
  tournamentId: string,
  limit: number,
): Promise<RankGroupRow[]> {
  const { rows } = await db.$client.query<Pick<RankGroupRow, "entries">>({
    name: "find-rank-groups",
    text: `SELECT count(*)::int AS entries FROM entry
     WHERE tournament_id = $1 AND ${CONFIRMED}
     GROUP BY ${STANDING} ORDER BY ${STANDING} LIMIT $2`,
    values: [tournamentId, limit],
  });
  // Each group is ranked behind all before it.
  let better = 0;
  return rows.map(({ entries }) => {
    const rank = better + 1;
    better += entries;
    return { rank, entries };
  });
}

/** How many entries of a tournament are confirmed. */
export async function countConfirmed(db: Queryable, tournamentId: string): Promise<number> {
  const { rows } = await db.$client.query<{ count: number }>({
    name: "count-confirmed",
    text: `SELECT count(*)::int AS count FROM entry WHERE tournament_id = $1 AND ${CONFIRMED}`,
    values: [tournamentId],
  });
  return rows[0]?.count ?? 0;
}

/** How many entries several small tournaments have, of those with no join under way. */
export async function countFinished(
  db: Queryable,
  tournamentIds: readonly string[],
): Promise<{ tournamentId: string; entries: number }[]> {
  const { rows } = await db.$client.query<{ tournamentId: string; entries: number }>({
    name: "count-finished",
    text: `SELECT tournament.id AS "tournamentId",
        (SELECT count(*)::int FROM entry WHERE entry.tournament_id = tournament.id) AS entries
      FROM unnest($1::uuid[]) AS tournament (id)
      WHERE NOT EXISTS (SELECT FROM pending_join WHERE tournament_id = tournament.id)`,
    values: [tournamentIds],
  });
  return rows;
}
