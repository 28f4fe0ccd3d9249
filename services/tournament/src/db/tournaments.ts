import { and, asc, count, desc, eq, getColumns, gte, lt, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { gameTime, testTime } from "@tms/kit/database/game-time";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { first, oneOf, rowsOf, sole, insertion } from "@tms/kit/database/rows-of";
import { tournament, winner, type FinalRank, type TermName } from "./tables.ts";

export interface TournamentKey {
  gameId: string;
  tournamentId: string;
}

type Stored = Omit<typeof tournament.$inferSelect, "finalRanks">;

/** A stored tournament, and whether its start and end have passed by the clock of its environment. */
export interface TournamentRow extends Stored {
  started: boolean;
  ended: boolean;
}

export interface Terms extends Pick<Stored, TermName> {}

/** The terms at creation. The external id cannot change later. */
export interface NewTerms extends Terms, Pick<Stored, "externalId"> {}

/** A new tournament, with the terms that it copies from its game. */
interface NewTournament
  extends
    NewTerms,
    Pick<Stored, "id" | "gameId" | "test" | "currency" | "payer" | "platformFeeBps"> {}

const NOW = gameTime("tournament");
const { finalRanks: _, ...STORED } = getColumns(tournament);
export const TOURNAMENT = {
  ...STORED,
  started: sql<boolean>`${tournament.startsAt} <= ${NOW}`,
  ended: sql<boolean>`${tournament.endsAt} <= ${NOW}`,
};

export async function insertTournament(tx: Tx, newTournament: NewTournament) {
  const now = testTime(newTournament.gameId);
  const values = newTournament.test
    ? { ...newTournament, createdAt: now, updatedAt: now }
    : newTournament;
  const inserted = tx.insert(tournament).values(values).returning(TOURNAMENT);
  return await sole(inserted, "an inserted tournament was not returned");
}

/** Locks the creation of tournaments in a game, so that the number of open tournaments cannot increase. */
export async function lockOpen(tx: Tx, gameId: string): Promise<void> {
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended('open/' || ${gameId}::text, 0))`,
  );
}

export async function countOpen(tx: Tx, gameId: string, max: number): Promise<number> {
  const open = tx
    .select({ id: tournament.id })
    .from(tournament)
    .where(and(eq(tournament.gameId, gameId), oneOf(tournament.status, ["pending", "published"])))
    .limit(max)
    .as("open");
  const [row] = await tx.select({ count: count() }).from(open);
  return row?.count ?? 0;
}

export const updateTerms = (tx: Tx, id: string, terms: Partial<Terms>) =>
  sole(
    tx
      .update(tournament)
      .set({ ...terms, updatedAt: NOW })
      .where(eq(tournament.id, id))
      .returning(TOURNAMENT),
    "a locked tournament disappeared",
  );

export async function findByExternalId(db: Queryable, gameId: string, externalId: string) {
  const [row] = await db
    .select({ id: tournament.id })
    .from(tournament)
    .where(and(eq(tournament.gameId, gameId), eq(tournament.externalId, externalId)));
  return row?.id;
}

const [wanted, wantedRows] = rowsOf("wanted", {
  // The columns only give the values their types.
  tournamentId: winner.tournamentId,
  gameId: tournament.gameId,
});
const isWanted = and(eq(tournament.id, wanted.tournamentId), eq(tournament.gameId, wanted.gameId));
const manyByKeys = prepared((db) =>
  db.select(TOURNAMENT).from(tournament).innerJoin(wanted, isWanted),
);
const manyLocked = prepared((db) =>
  db
    .select(TOURNAMENT)
    .from(tournament)
    .innerJoin(wanted, isWanted)
    .orderBy(asc(tournament.id))
    .for("update", { of: tournament }),
);

/** Finds tournaments, in the order of the keys. The result of an unknown tournament is undefined. */
export async function findTournaments(db: Queryable, keys: readonly TournamentKey[]) {
  return inOrder(await manyByKeys(db, wantedRows(keys)), keys);
}

export const findTournament = (db: Queryable, { gameId, tournamentId }: TournamentKey) =>
  first(findTournaments(db, [{ gameId, tournamentId }]));

export const findGames = async (db: Queryable, tournamentIds: readonly string[]) =>
  await db
    .select({ tournamentId: tournament.id, gameId: tournament.gameId })
    .from(tournament)
    .where(oneOf(tournament.id, tournamentIds));

/** Finds tournaments like {@link findTournaments}, and locks them in the order of their ids. */
export async function lockTournaments(tx: Tx, keys: readonly TournamentKey[]) {
  return inOrder(await manyLocked(tx, wantedRows(keys)), keys);
}

function inOrder(rows: readonly TournamentRow[], keys: readonly TournamentKey[]) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return keys.map(({ gameId, tournamentId }) => {
    const row = byId.get(tournamentId);
    return row?.gameId === gameId ? row : undefined;
  });
}

const [change, changeRows] = rowsOf("change", { id: tournament.id, status: tournament.status });
const updateStatuses = prepared((db) =>
  db
    .update(tournament)
    .set({
      status: sql`${change.status}`,
      updatedAt: NOW,
      winnerGamerId: sql`CASE WHEN ${change.status} = 'completed' THEN
        (SELECT min(gamer_id::text)::uuid FROM winner
         WHERE tournament_id = ${change.id} HAVING count(*) = 1)
      END`,
    })
    .from(change)
    .where(eq(tournament.id, change.id))
    .returning(TOURNAMENT),
);

/** Changes statuses. Copies the sole winner, if there is one, to the row of a completed tournament. */
export const setStatuses = async (
  tx: Tx,
  changes: readonly Pick<TournamentRow, "id" | "status">[],
) => await updateStatuses(tx, changeRows(changes));

export const listTournaments = async (
  db: Queryable,
  filter: {
    gameId: string;
    status: TournamentRow["status"] | undefined;
    endsAfter: Date | undefined;
    endsBefore: Date | undefined;
    externalId: string | undefined;
    beforeId: string | undefined;
  },
  limit: number,
) =>
  await db
    .select(TOURNAMENT)
    .from(tournament)
    .where(
      and(
        eq(tournament.gameId, filter.gameId),
        filter.status && eq(tournament.status, filter.status),
        filter.endsAfter && gte(tournament.endsAt, filter.endsAfter),
        filter.endsBefore && lt(tournament.endsAt, filter.endsBefore),
        filter.externalId ? eq(tournament.externalId, filter.externalId) : undefined,
        filter.beforeId ? lt(tournament.id, filter.beforeId) : undefined,
      ),
    )
    .orderBy(desc(tournament.id))
    .limit(limit);

export async function setFinalRanks(tx: Tx, tournamentId: string, ranks: readonly FinalRank[]) {
  await tx
    .update(tournament)
    .set({ finalRanks: [...ranks] })
    .where(eq(tournament.id, tournamentId));
}

export async function countFinalRanks(db: Queryable, ids: readonly string[]) {
  const rows = await db
    .select({
      id: tournament.id,
      ranks: sql<number>`jsonb_array_length(${tournament.finalRanks})`,
    })
    .from(tournament)
    .where(oneOf(tournament.id, ids));
  return new Map(rows.map(({ id, ranks }) => [id, ranks]));
}

export async function getFinalRanks(db: Queryable, ids: readonly string[]) {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: tournament.id, ranks: tournament.finalRanks })
    .from(tournament)
    .where(oneOf(tournament.id, ids));
  return new Map(rows.map(({ id, ranks }) => [id, ranks]));
}

/** Adds winners. A repeat changes nothing. */
export const insertWinners = insertion(winner, getColumns(winner), "ON CONFLICT DO NOTHING");

/** The maximum number of winners in a list. Their ids must fit into one message. */
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

/** Counts winners who share rank 1. Skips a sole winner, which the row of the tournament contains. */
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
