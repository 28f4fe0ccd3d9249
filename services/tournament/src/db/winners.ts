import { asc, count, eq, getColumns, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import type { Queryable } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { insertion, oneOf, rowsOf } from "@tms/kit/database/rows-of";
import { winner } from "./tables.ts";

/** Adds winners. A repeat changes nothing. */
export const insertWinners = insertion(winner, getColumns(winner), "ON CONFLICT DO NOTHING");

/** Limits the list of winners, because their ids must fit into one message. */
export const MAX_LISTED = 100_000;

async function countWinners(db: Queryable, ids: readonly string[]) {
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

async function listWinners(db: Queryable, ids: readonly string[], max: number) {
  const winners = new Map<string, string[]>();
  const wanted = wonRows(ids.map((id) => ({ tournamentId: id })));
  for (const { tournamentId, gamerId } of await listMany(db, { ...wanted, max })) {
    const known = winners.get(tournamentId);
    if (known) known.push(gamerId);
    else winners.set(tournamentId, [gamerId]);
  }
  return winners;
}

export interface Winners {
  gamerIds: string[];
  count: number;
}

/** Counts winners who share rank 1. The row of a tournament contains a sole winner. */
export function countShared(db: Queryable, rows: readonly Completed[]) {
  const shared = rows.filter((row) => row.winnerGamerId == null).map(({ id }) => id);
  return shared.length === 0 ? new Map<string, number>() : countWinners(db, shared);
}

interface Completed {
  id: string;
  winnerGamerId?: string | null | undefined;
}

/** Reads the winners of completed tournaments, and returns a function that looks up the winners of a row. */
export async function readWinners(
  db: Queryable,
  rows: readonly Completed[],
  { max = MAX_LISTED, counts }: { max?: number; counts?: ReadonlyMap<string, number> } = {},
): Promise<(row: Completed) => Winners> {
  const known = counts ?? (await countShared(db, rows));
  const shared = rows.filter(({ id }) => known.has(id)).map(({ id }) => id);
  const winners = shared.length === 0 ? undefined : await listWinners(db, shared, max);
  return ({ id, winnerGamerId }) => {
    const gamerIds = winnerGamerId == null ? (winners?.get(id) ?? []) : [winnerGamerId];
    return { gamerIds, count: known.get(id) ?? gamerIds.length };
  };
}
