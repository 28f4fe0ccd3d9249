import { arrayLiteral } from "@tms/kit/database/array-literal";
import type { Queryable } from "@tms/kit/database/handle";
import { better, standsAt } from "./strata.ts";
import { rankableIn } from "./unscored.ts";

/** Where an entry stands on a board that takes no more scores. */
export interface FinalPlace {
  entryId: string;
  noScore: "in" | "out";
  /** How many entries stand at better places than it. */
  better: number;
  /** How many entries are in without a score. */
  unscored: number;
}

/** Reads the places of entries, in any order. */
export async function findFinalPlaces(
  db: Queryable,
  entries: readonly { id: string; tournamentId: string; gamerId: string }[],
): Promise<FinalPlace[]> {
  if (entries.length === 0) return [];
  const { rows } = await db.$client.query<FinalPlace>({
    name: "final-places",
    text: `SELECT asked.entry_id AS "entryId", its_board.no_score AS "noScore",
        ${better("asked.tournament_id", standsAt("its_standing.place", "its_board.no_score"))} AS better,
        ${rankableIn("asked.tournament_id")} - its_board.listed AS unscored
      FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS asked (entry_id, tournament_id, gamer_id)
        CROSS JOIN LATERAL (
          SELECT scoring ->> 'noScore' AS no_score, listed FROM board
          WHERE tournament_id = asked.tournament_id LIMIT 1) AS its_board
        LEFT JOIN LATERAL (
          SELECT place FROM standing
          WHERE tournament_id = asked.tournament_id AND gamer_id = asked.gamer_id LIMIT 1
        ) AS its_standing ON true`,
    values: [
      arrayLiteral(entries.map(({ id }) => id)),
      arrayLiteral(entries.map(({ tournamentId }) => tournamentId)),
      arrayLiteral(entries.map(({ gamerId }) => gamerId)),
    ],
  });
  return rows;
}
