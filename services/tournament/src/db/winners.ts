import type { Queryable, Tx } from "@tms/kit/database";

/** Adds winners; those known already stay as they are. */
export async function insertWinners(
  tx: Tx,
  tournamentId: string,
  gamerIds: readonly string[],
): Promise<void> {
  await tx.query(
    `INSERT INTO winner (tournament_id, gamer_id)
     SELECT $1, unnest($2::uuid[])
     ON CONFLICT ON CONSTRAINT winner_pkey DO NOTHING`,
    [tournamentId, gamerIds],
  );
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
