import { and, eq, sql } from "drizzle-orm";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { oneOf } from "@tms/kit/database/rows-of";
import { tournament, type FinalRank } from "./tables.ts";

/** Stores the ranks with the status they came with. */
export async function setFinalRanks(
  tx: Tx,
  tournamentId: string,
  ranks: readonly FinalRank[],
): Promise<void> {
  await tx
    .update(tournament)
    .set({ finalRanks: [...ranks] })
    .where(eq(tournament.id, tournamentId));
}

/** The ranks a tournament was ended with; none when it ended by itself. */
export async function getFinalRanks(db: Queryable, tournamentId: string): Promise<FinalRank[]> {
  const [row] = await db
    .select({ ranks: tournament.finalRanks })
    .from(tournament)
    .where(eq(tournament.id, tournamentId));
  return row?.ranks ?? [];
}

/** Those of the tournaments whose games gave ranks. */
export async function findRanked(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: tournament.id })
    .from(tournament)
    .where(and(oneOf(tournament.id, ids), sql`${tournament.finalRanks} <> '[]'`));
  return rows.map(({ id }) => id);
}
