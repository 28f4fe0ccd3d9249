import { asc, eq } from "drizzle-orm";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { rowsOf } from "@tms/kit/database/rows-of";
import { winner } from "./tables.ts";

/** A gamer who holds rank 1 of a tournament. */
export interface Winner extends Readonly<typeof winner.$inferSelect> {}

const [added, addedRows] = rowsOf("added", {
  tournamentId: winner.tournamentId,
  gamerId: winner.gamerId,
});
const insertMany = prepared((db) =>
  db.insert(winner).select(db.select().from(added)).onConflictDoNothing(),
);

/** Adds winners; those known already stay as they are. */
export async function insertWinners(tx: Tx, winners: readonly Winner[]): Promise<void> {
  await insertMany(tx, addedRows(winners));
}

// As many ids as fit into one message of 4 MiB. Whoever wants the rest reads the standings.
const MOST_LISTED = 100_000;

/** Everyone who holds rank 1, or the first of them by their ids, and how many there are. */
export interface Winners {
  gamerIds: string[];
  count: number;
}

/** Reads the winners of a tournament. */
export async function listWinners(db: Queryable, tournamentId: string): Promise<Winners> {
  const ofTournament = eq(winner.tournamentId, tournamentId);
  const rows = await db
    .select({ gamerId: winner.gamerId })
    .from(winner)
    .where(ofTournament)
    .orderBy(asc(winner.gamerId))
    .limit(MOST_LISTED);
  const gamerIds = rows.map(({ gamerId }) => gamerId);
  const isAll = gamerIds.length < MOST_LISTED;
  return { gamerIds, count: isAll ? gamerIds.length : await db.$count(winner, ofTournament) };
}
