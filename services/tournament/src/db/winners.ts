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

export interface Winners {
  gamerIds: string[];
  count: number;
}

/** Counts winners who share rank 1. The row of a tournament contains a sole winner. */
export async function countShared(db: Queryable, rows: readonly Completed[]) {
  const ids = rows.filter((row) => row.winnerGamerId == null).map(({ id }) => id);
  if (ids.length === 0) return new Map<string, number>();
  const counted = await db
    .select({ id: winner.tournamentId, count: count() })
    .from(winner)
    .where(oneOf(winner.tournamentId, ids))
    .groupBy(winner.tournamentId);
  return new Map(counted.map((row) => [row.id, row.count]));
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
  const shared = rows.filter(({ id }) => known.has(id)).map(({ id }) => ({ tournamentId: id }));
  const found = shared.length === 0 ? [] : await listMany(db, { ...wonRows(shared), max });
  const winners = Map.groupBy(found, (row) => row.tournamentId);
  return ({ id, winnerGamerId }) => {
    const ids = winners.get(id)?.map(({ gamerId }) => gamerId) ?? [];
    const gamerIds = winnerGamerId == null ? ids : [winnerGamerId];
    return { gamerIds, count: known.get(id) ?? gamerIds.length };
  };
}
