import type { Queryable, Tx } from "@tms/kit/database";
import { DomainError } from "@tms/kit/errors";
import { plainArray } from "@tms/kit/plain-array";
import { CONFIRMED } from "./entries.ts";

/** Eliminates entries together, at a rank; their round is how many are out by then. */
export async function eliminateEntries(
  tx: Tx,
  ids: readonly string[],
  round: number,
  rank: number,
): Promise<void> {
  await tx.query(
    `UPDATE entry SET eliminated_at = now(), round = $2, rank = $3, updated_at = now()
     WHERE id = ANY($1::uuid[])`,
    [ids, round, rank],
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
 * Writes the final ranks of the next entries of a finished book: the placed survivors have theirs,
 * the other survivors share the next one, and the eliminated follow, the last out first. Survivors
 * share the first rank when none is placed; that rank goes without saying. Fails when another call
 * ranks the same book, or has frozen it; true when there is more to rank.
 */
export async function rankPiece(
  tx: Tx,
  book: { tournament_id: string; entries: number },
  places: readonly Place[],
): Promise<boolean> {
  const id = book.tournament_id;
  const { rows } = await tx.query<{ from: string | null; last: string; entries: number }>({
    name: "rank-piece",
    // The gamers of a book are in an index that no rank is part of.
    text: `WITH progress AS MATERIALIZED (
        SELECT ranked_up_to FROM book WHERE tournament_id = $1
      ), piece AS MATERIALIZED (
        SELECT id, gamer_id, round FROM entry
        WHERE tournament_id = $1 AND gamer_id > coalesce(
          (SELECT ranked_up_to FROM progress), '00000000-0000-0000-0000-000000000000')
        ORDER BY gamer_id LIMIT ${PIECE}
      ), ranked AS (
        SELECT piece.id, CASE
          WHEN round IS NULL THEN coalesce(placed.rank, $4) ELSE $5 + 1 - round END AS rank
        FROM piece LEFT JOIN unnest($2::uuid[], $3::int[]) AS placed (gamer_id, rank) USING (gamer_id)
      ), written AS (
        UPDATE entry SET rank = ranked.rank, updated_at = now() FROM ranked
        WHERE entry.id = ranked.id AND entry.rank IS DISTINCT FROM ranked.rank
      )
      SELECT progress.ranked_up_to AS from, gamer_id AS last,
        (SELECT count(*)::int FROM piece) AS entries
      FROM progress, piece ORDER BY gamer_id DESC LIMIT 1`,
    values: [
      id,
      plainArray(places.map((place) => place.gamerId)),
      places.map((place) => place.rank),
      places.length > 0 ? places.length + 1 : null,
      book.entries,
    ],
  });
  const [piece] = rows;
  if (piece === undefined) return false;
  // Last, so that the book is locked for a moment only.
  const { rowCount } = await tx.query({
    name: "advance-ranking",
    text: `UPDATE book SET ranked_up_to = $3
      WHERE tournament_id = $1 AND ranked_up_to IS NOT DISTINCT FROM $2 AND frozen_at IS NULL`,
    values: [id, piece.from, piece.last],
  });
  if (rowCount === 0)
    throw new DomainError("UNAVAILABLE", "Another call is freezing the same ranking.");
  return piece.entries === PIECE;
}

/** The same for the eliminated of several small finished books of which the game placed nobody. */
export async function rankEliminated(tx: Tx, tournamentIds: readonly string[]): Promise<void> {
  await tx.query({
    name: "rank-eliminated",
    text: `UPDATE entry SET rank = book.seats_taken + 1 - entry.round, updated_at = now()
     FROM book
     WHERE book.tournament_id = ANY($1::uuid[]) AND entry.tournament_id = book.tournament_id
       AND entry.round IS NOT NULL AND entry.rank <> book.seats_taken + 1 - entry.round`,
    values: [tournamentIds],
  });
}

/** The best rank groups of a frozen ranking. */
export async function findRankGroups(
  db: Queryable,
  tournamentId: string,
  limit: number,
): Promise<RankGroupRow[]> {
  const { rows } = await db.query<RankGroupRow>({
    name: "find-rank-groups",
    text: `SELECT greatest(coalesce(rank, 0), 1) AS rank, count(*)::int AS entries FROM entry
     WHERE tournament_id = $1 AND ${CONFIRMED}
     GROUP BY coalesce(rank, 0) ORDER BY coalesce(rank, 0) LIMIT $2`,
    values: [tournamentId, limit],
  });
  return rows;
}

/** How many entries of a tournament are confirmed. */
export async function countConfirmed(db: Queryable, tournamentId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
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
  const { rows } = await db.query<{ tournamentId: string; entries: number }>({
    name: "count-finished",
    text: `SELECT tournament.id AS "tournamentId",
        (SELECT count(*)::int FROM entry WHERE entry.tournament_id = tournament.id) AS entries
      FROM unnest($1::uuid[]) AS tournament (id)
      WHERE NOT EXISTS (SELECT FROM pending_join WHERE tournament_id = tournament.id)`,
    values: [tournamentIds],
  });
  return rows;
}
