import type { Queryable } from "@tms/kit/database/handle";
import { arrayLiteral } from "@tms/kit/database/array-literal";
import type { GamerName } from "./gamers.ts";

/** Where a gamer would sit. */
export interface Place extends GamerName {
  tournamentId: string;
}

/** What is known of a place whose gamer is on record. */
export interface PlaceRow {
  /** Position of the place asked about, counted from 1. */
  at: number;
  gamer_id: string;
  /** The entry that has the place already. */
  entry_id: string | null;
}

/** Looks places up; those of gamers that are not on record are absent. */
export async function findPlaces(db: Queryable, places: readonly Place[]): Promise<PlaceRow[]> {
  const { rows } = await db.$client.query<PlaceRow>({
    name: "find-places",
    // LIMIT 1 makes these look-ups per place, whatever size the tables had when it was planned.
    text: `SELECT wanted.at::int AS at, gamer.id AS gamer_id, entry.id AS entry_id
      FROM unnest($1::uuid[], $2::text[], $3::uuid[])
        WITH ORDINALITY AS wanted (game_id, handle, tournament_id, at)
      CROSS JOIN LATERAL (
        SELECT id FROM gamer
        WHERE gamer.game_id = wanted.game_id AND gamer.handle = wanted.handle LIMIT 1) AS gamer
      LEFT JOIN LATERAL (
        SELECT id FROM entry
        WHERE entry.tournament_id = wanted.tournament_id AND entry.gamer_id = gamer.id
        LIMIT 1) AS entry ON true`,
    values: [
      arrayLiteral(places.map((place) => place.gameId)),
      places.map((place) => place.handle),
      arrayLiteral(places.map((place) => place.tournamentId)),
    ],
  });
  return rows;
}
