import { eq, sql } from "drizzle-orm";
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

/** How many ranks the tournaments were ended with; none when one ended by itself. */
export async function countFinalRanks(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({
      id: tournament.id,
      count: sql<number>`jsonb_array_length(${tournament.finalRanks})`,
    })
    .from(tournament)
    .where(oneOf(tournament.id, ids));
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** The ranks that the tournaments were ended with. */
export async function getFinalRanks(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly FinalRank[]>> {
  const rows = await db
    .select({ id: tournament.id, ranks: tournament.finalRanks })
    .from(tournament)
    .where(oneOf(tournament.id, ids));
  return new Map(rows.map(({ id, ranks }) => [id, ranks]));
}
