import type { Queryable, Tx } from "@tms/kit/database";
import { CONFIRMED } from "./entries.ts";

/** Eliminates entries together, in a round, at a rank. */
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

/**
 * Gives every confirmed entry its final rank (standard competition ranking): the placed
 * survivors in their order, then the other survivors, then the eliminated, the last out first.
 * Survivors share the first rank when none is placed; that rank goes without saying.
 */
export async function rankEntries(
  tx: Tx,
  tournamentId: string,
  placed: readonly { gamerId: string; rank: number }[],
): Promise<void> {
  await tx.query({
    name: "rank-entries",
    text: `UPDATE entry SET rank = ranked.rank, updated_at = now()
     FROM (
       SELECT entry.id, rank() OVER (
         ORDER BY (entry.round IS NULL) DESC,
           CASE WHEN entry.round IS NULL THEN placed.rank END NULLS LAST,
           entry.round DESC) AS rank
       FROM entry
       LEFT JOIN unnest($2::uuid[], $3::int[]) AS placed (gamer_id, rank) USING (gamer_id)
       WHERE entry.tournament_id = $1 AND ${CONFIRMED}
     ) AS ranked
     WHERE entry.id = ranked.id AND entry.rank IS DISTINCT FROM ranked.rank
       AND (entry.round IS NOT NULL OR $4)`,
    values: [
      tournamentId,
      placed.map((p) => p.gamerId),
      placed.map((p) => p.rank),
      placed.length > 0,
    ],
  });
}

/** The same for several small tournaments of which the game placed nobody. */
export async function rankEliminated(tx: Tx, tournamentIds: readonly string[]): Promise<void> {
  await tx.query({
    name: "rank-eliminated",
    text: `UPDATE entry SET rank = ranked.rank, updated_at = now()
     FROM (
       SELECT entry.id, rank() OVER (
         PARTITION BY entry.tournament_id
         ORDER BY (entry.round IS NULL) DESC, entry.round DESC) AS rank
       FROM entry
       WHERE entry.tournament_id = ANY($1::uuid[]) AND ${CONFIRMED}
     ) AS ranked
     WHERE entry.tournament_id = ANY($1::uuid[]) AND entry.id = ranked.id
       AND entry.rank IS DISTINCT FROM ranked.rank AND entry.round IS NOT NULL`,
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
