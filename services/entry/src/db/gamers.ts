import type { Queryable } from "@tms/kit/database/handle";
import { newId } from "@tms/kit/values/ids";
import { arrayLiteral } from "@tms/kit/database/array-literal";

/** A gamer as stored. */
export interface GamerRow {
  id: string;
  game_id: string;
  handle: string;
  created_at: Date;
  updated_at: Date;
}

/** Who a gamer is. */
export interface GamerName {
  gameId: string;
  handle: string;
}

/** Reads gamers by name; unknown ones are absent. */
export async function findGamers(db: Queryable, names: readonly GamerName[]): Promise<GamerRow[]> {
  const { rows } = await db.$client.query<GamerRow>({
    name: "find-gamers",
    // LIMIT 1 makes this a look-up per name, whatever size the table had when it was planned.
    text: `SELECT found.id, found.game_id, found.handle, found.created_at, found.updated_at
      FROM unnest($1::uuid[], $2::text[]) AS wanted (game_id, handle)
      CROSS JOIN LATERAL (
        SELECT * FROM gamer
        WHERE gamer.game_id = wanted.game_id AND gamer.handle = wanted.handle
        LIMIT 1) AS found`,
    values: [arrayLiteral(names.map((n) => n.gameId)), names.map((n) => n.handle)],
  });
  return rows;
}

/** A gamer's name and id. */
export type GamerId = Pick<GamerRow, "id" | "game_id" | "handle">;

/** Records gamers that are new; returns those this call recorded. */
export async function insertGamers(db: Queryable, names: readonly GamerName[]): Promise<GamerId[]> {
  const { rows } = await db.$client.query<GamerId>({
    name: "insert-gamers",
    // Sorted, so that two batches that bring the same newcomers cannot deadlock.
    text: `INSERT INTO gamer (id, game_id, handle)
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS new (id, game_id, handle)
      ORDER BY game_id, handle COLLATE "C"
      ON CONFLICT (game_id, handle) DO NOTHING RETURNING id, game_id, handle`,
    values: [
      arrayLiteral(names.map(() => newId())),
      arrayLiteral(names.map((n) => n.gameId)),
      names.map((n) => n.handle),
    ],
  });
  return rows;
}
