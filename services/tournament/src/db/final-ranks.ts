import type { Queryable, Tx } from "@tms/kit/database/handle";

/** A rank a game gave a gamer when it ended a tournament. */
export interface FinalRank {
  handle: string;
  rank: number;
}

/** Stores the ranks with the status they came with. */
export async function setFinalRanks(
  tx: Tx,
  tournamentId: string,
  ranks: readonly FinalRank[],
): Promise<void> {
  await tx.$client.query(`UPDATE tournament SET final_ranks = $2 WHERE id = $1`, [
    tournamentId,
    JSON.stringify(ranks),
  ]);
}

/** The ranks a tournament was ended with; none when it ended by itself. */
export async function findFinalRanks(db: Queryable, tournamentId: string): Promise<FinalRank[]> {
  const { rows } = await db.$client.query<{ ranks: FinalRank[] }>(
    `SELECT final_ranks AS ranks FROM tournament WHERE id = $1`,
    [tournamentId],
  );
  return rows[0]?.ranks ?? [];
}

/** Those of the tournaments whose games gave ranks. */
export async function findRanked(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.$client.query<{ id: string }>({
    name: "find-ranked",
    text: `SELECT id FROM tournament WHERE id = ANY($1::uuid[]) AND final_ranks <> '[]'`,
    values: [ids],
  });
  return rows.map((row) => row.id);
}
