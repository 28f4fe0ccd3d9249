import type { Queryable, Tx } from "@tms/kit/database/handle";

/** A gamer who holds rank 1 of a tournament. */
export interface Winner {
  tournamentId: string;
  gamerId: string;
}

/** Adds winners; those known already stay as they are. */
export async function insertWinners(tx: Tx, winners: readonly Winner[]): Promise<void> {
  await tx.$client.query({
    name: "insert-winners",
    text: `INSERT INTO winner (tournament_id, gamer_id)
     SELECT * FROM unnest($1::uuid[], $2::uuid[])
     ON CONFLICT ON CONSTRAINT winner_pkey DO NOTHING`,
    values: [winners.map((w) => w.tournamentId), winners.map((w) => w.gamerId)],
  });
}

// As many ids as fit into one message of 4 MiB. Whoever wants the rest reads the standings.
const MOST_LISTED = 100_000;

/** Everyone who holds rank 1, or the first of them by their ids, and how many there are. */
export interface Winners {
  gamerIds: string[];
  count: number;
}

/** Reads the winners of a tournament. */
export async function selectWinners(db: Queryable, tournamentId: string): Promise<Winners> {
  const { rows } = await db.$client.query<{ gamerId: string }>({
    name: "select-winners",
    text: `SELECT gamer_id AS "gamerId" FROM winner WHERE tournament_id = $1 ORDER BY gamer_id LIMIT $2`,
    values: [tournamentId, MOST_LISTED],
  });
  const gamerIds = rows.map((row) => row.gamerId);
  const all = gamerIds.length < MOST_LISTED;
  return { gamerIds, count: all ? gamerIds.length : await countWinners(db, tournamentId) };
}

async function countWinners(db: Queryable, tournamentId: string): Promise<number> {
  const { rows } = await db.$client.query<{ count: number }>({
    name: "count-winners",
    text: `SELECT count(*)::int AS count FROM winner WHERE tournament_id = $1`,
    values: [tournamentId],
  });
  return rows[0]?.count ?? 0;
}
