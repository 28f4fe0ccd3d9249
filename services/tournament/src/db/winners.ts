import { asc, count, eq, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { oneOf, rowsOf } from "@tms/kit/database/rows-of";
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

/** Adds winners. A repeat changes nothing. */
export async function insertWinners(tx: Tx, winners: readonly Winner[]): Promise<void> {
  await insertMany(tx, addedRows(winners));
}

/**
 * The maximum number of winners that are listed, because their ids must fit into one message. The standings
 * have all winners.
 */
export const MAX_LISTED = 100_000;

/** Counts the winners of tournaments. Tournaments without winners are absent. */
export async function countWinners(db: Queryable, ids: readonly string[]) {
  const rows = await db
    .select({ id: winner.tournamentId, count: count() })
    .from(winner)
    .where(oneOf(winner.tournamentId, ids))
    .groupBy(winner.tournamentId);
  return new Map(rows.map((row) => [row.id, row.count]));
}

const [won, wonRows] = rowsOf("won", { tournamentId: winner.tournamentId });
const listed = new QueryBuilder()
  .select()
  .from(winner)
  .where(eq(winner.tournamentId, won.tournamentId))
  .orderBy(asc(winner.gamerId))
  .limit(sql.placeholder("max"))
  .as("listed");
const listMany = prepared((db) =>
  db
    .select({ tournamentId: listed.tournamentId, gamerId: listed.gamerId })
    .from(won)
    .innerJoinLateral(listed, sql`true`)
    .orderBy(asc(listed.tournamentId), asc(listed.gamerId)),
);

/** Lists the winners of tournaments, at most `max` of each, in the order of their ids. */
export async function listWinners(db: Queryable, ids: readonly string[], max = MAX_LISTED) {
  const winners = new Map<string, string[]>();
  const wanted = wonRows(ids.map((id) => ({ tournamentId: id })));
  for (const { tournamentId, gamerId } of await listMany(db, { ...wanted, max })) {
    const known = winners.get(tournamentId);
    if (known) known.push(gamerId);
    else winners.set(tournamentId, [gamerId]);
  }
  return winners;
}

/** The gamers with rank 1 and their number. `gamerIds` can be cut after the first ids. */
export interface Winners {
  gamerIds: string[];
  count: number;
}

/**
 * Reads the winners of completed tournaments, and returns a function that looks up the winners of a row. A
 * row contains a sole winner, so only winners who share rank 1 are read.
 */
export async function readWinners(
  db: Queryable,
  rows: readonly { id: string; winnerGamerId?: string | null | undefined }[],
  max?: number,
): Promise<(row: (typeof rows)[number]) => Winners> {
  const shared = rows.flatMap(({ id, winnerGamerId }) => (winnerGamerId == null ? [id] : []));
  const [counts, winners] =
    shared.length === 0
      ? []
      : await Promise.all([countWinners(db, shared), listWinners(db, shared, max)]);
  return ({ id, winnerGamerId }) => {
    const gamerIds = winnerGamerId == null ? (winners?.get(id) ?? []) : [winnerGamerId];
    return { gamerIds, count: counts?.get(id) ?? gamerIds.length };
  };
}
