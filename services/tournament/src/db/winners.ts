import type { Queryable, Tx } from "@tms/kit/database";

/** A gamer who holds rank 1 of a tournament. */
export interface Winner {
  tournamentId: string;
  gamerId: string;
}

/** Adds winners; those known already stay as they are. */
export async function insertWinners(tx: Tx, winners: readonly Winner[]): Promise<void> {
  await tx.query({
    name: "insert-winners",
    text: `INSERT INTO winner (tournament_id, gamer_id)
     SELECT * FROM unnest($1::uuid[], $2::uuid[])
     ON CONFLICT ON CONSTRAINT winner_pkey DO NOTHING`,
    values: [winners.map((w) => w.tournamentId), winners.map((w) => w.gamerId)],
  });
}

// As many ids as fit into one message of 4 MiB. Beyond it the standings still name them all.
const MAX_WINNERS = 100_000;

export async function selectWinners(db: Queryable, tournamentId: string): Promise<string[]> {
  const { rows } = await db.query<{ gamerId: string }>(
    `SELECT gamer_id AS "gamerId" FROM winner WHERE tournament_id = $1 ORDER BY gamer_id LIMIT $2`,
    [tournamentId, MAX_WINNERS],
  );
  return rows.map((row) => row.gamerId);
}
