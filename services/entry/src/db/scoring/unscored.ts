import { arrayLiteral } from "@tms/kit/database/array-literal";
import type { Queryable } from "@tms/kit/database/handle";

/** SQL: how many confirmed entries of a tournament, whose id is given as SQL, are not disqualified. */
export const rankableIn = (tournamentId: string) => `(SELECT seats_taken - disqualified - (
    SELECT count(*)::integer FROM pending_join WHERE tournament_id = ${tournamentId})
  FROM registration WHERE tournament_id = ${tournamentId})`;

/**
 * How many of the entries of boards are in without a score and rank ahead of the eliminated, which is
 * what `noScore: "in"` makes of them; by tournament.
 */
export async function countUnscored(
  db: Queryable,
  tournamentIds: readonly string[],
): Promise<Map<string, number>> {
  if (tournamentIds.length === 0) return new Map();
  const { rows } = await db.$client.query<{ tournamentId: string; entries: number }>({
    name: "count-unscored",
    text: `SELECT tournament_id AS "tournamentId",
        CASE WHEN scoring ->> 'noScore' = 'in' THEN ${rankableIn("board.tournament_id")} - listed
          ELSE 0 END AS entries
      FROM board WHERE tournament_id = ANY($1::uuid[])`,
    values: [arrayLiteral([...new Set(tournamentIds)])],
  });
  return new Map(rows.map(({ tournamentId, entries }) => [tournamentId, entries]));
}
