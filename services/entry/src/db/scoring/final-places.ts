import { arrayLiteral } from "@tms/kit/database/array-literal";
import type { Queryable } from "@tms/kit/database/handle";
import { better } from "./strata.ts";

/** Where an entry of a tournament stands whose ranking is final and was decided by scores. */
export interface FinalPlace {
  entryId: string;
  /** Null without a place of its own. */
  place: Buffer | null;
  noScore: "in" | "out";
  /** How many entries stand at better places than it. */
  better: number;
  /** How many have a place of their own, and how many of these stand before the eliminated. */
  listed: number;
  beforeEliminated: number;
  /** How many of the tournament were disqualified. */
  disqualified: number;
}

/** Reads the places of entries, in any order. `eliminated` is where the places of the eliminated begin. */
export async function findFinalPlaces(
  db: Queryable,
  entries: readonly { id: string; tournamentId: string; gamerId: string }[],
  eliminated: Buffer,
): Promise<FinalPlace[]> {
  if (entries.length === 0) return [];
  const { rows } = await db.$client.query<FinalPlace>({
    name: "final-places",
    text: `SELECT asked.entry_id AS "entryId", its_standing.place,
        its_board.scoring ->> 'noScore' AS "noScore",
        ${better("asked.tournament_id", "its_standing.place")} AS better,
        its_board.listed,
        ${better("asked.tournament_id", "$4")} AS "beforeEliminated", its_registration.disqualified
      FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS asked (entry_id, tournament_id, gamer_id)
        CROSS JOIN LATERAL (
          SELECT scoring, listed FROM board WHERE tournament_id = asked.tournament_id LIMIT 1) AS its_board
        CROSS JOIN LATERAL (
          SELECT disqualified FROM registration
          WHERE tournament_id = asked.tournament_id LIMIT 1) AS its_registration
        LEFT JOIN LATERAL (
          SELECT place FROM standing
          WHERE tournament_id = asked.tournament_id AND gamer_id = asked.gamer_id LIMIT 1
        ) AS its_standing ON true`,
    values: [
      arrayLiteral(entries.map(({ id }) => id)),
      arrayLiteral(entries.map(({ tournamentId }) => tournamentId)),
      arrayLiteral(entries.map(({ gamerId }) => gamerId)),
      eliminated,
    ],
  });
  return rows;
}
