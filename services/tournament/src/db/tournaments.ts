import { gameTime, testTime } from "@tms/kit/database/game-time";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { oneOf, rowsOf } from "@tms/kit/database/rows-of";
import { and, asc, count, desc, eq, getColumns, gte, lt, sql } from "drizzle-orm";
import { tournament, winner, type FinalRank } from "./tables.ts";

/** Which tournament, for whom; a game's tournaments exist for no other game. */
export interface TournamentKey {
  gameId: string;
  tournamentId: string;
}

type Stored = Omit<typeof tournament.$inferSelect, "finalRanks">;

/** A tournament as stored, and whether its start and end have passed by its environment's clock. */
export interface TournamentRow extends Stored {
  started: boolean;
  ended: boolean;
}

/** The terms that a game sets. */
export interface Terms extends Pick<
  Stored,
  | "name"
  | "description"
  | "entryFeeMinor"
  | "startsAt"
  | "endsAt"
  | "registrationClosesAt"
  | "maxEntries"
  | "minEntries"
  | "prizeSplit"
  | "scoring"
  | "metadata"
> {}

/** The terms that a tournament takes over from its game at creation. */
export interface GameTerms extends Pick<Stored, "currency" | "payer" | "platformFeeBps"> {}

/** The terms that a game sets at creation, with the one that it cannot change. */
export interface NewTerms extends Terms, Pick<Stored, "externalId"> {}

/** A tournament to be stored. */
export interface NewTournament extends NewTerms, GameTerms {
  id: string;
  gameId: string;
  /** Whether the game is a test environment. */
  test: boolean;
}

const NOW = gameTime("tournament");
const { finalRanks: _, ...STORED } = getColumns(tournament);
/** The columns of a tournament that are read. */
export const TOURNAMENT = {
  ...STORED,
  started: sql<boolean>`${tournament.startsAt} <= ${NOW}`,
  ended: sql<boolean>`${tournament.endsAt} <= ${NOW}`,
};

/** Stores a pending tournament. */
export async function insertTournament(tx: Tx, newTournament: NewTournament) {
  const now = testTime(newTournament.gameId);
  const values = newTournament.test
    ? { ...newTournament, createdAt: now, updatedAt: now }
    : newTournament;
  const [row] = await tx.insert(tournament).values(values).returning(TOURNAMENT);
  if (row === undefined) throw new Error("an inserted tournament was not returned");
  return row satisfies TournamentRow;
}

/**
 * Locks the number of a game's pending and published tournaments until the transaction ends. Only
 * creating a tournament raises it.
 */
export async function lockOpen(tx: Tx, gameId: string): Promise<void> {
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended('open/' || ${gameId}::text, 0))`,
  );
}

/** How many pending and published tournaments a game has, counted up to `most`. */
export async function countOpen(tx: Tx, gameId: string, most: number): Promise<number> {
  const open = tx
    .select({ id: tournament.id })
    .from(tournament)
    .where(and(eq(tournament.gameId, gameId), oneOf(tournament.status, ["pending", "published"])))
    .limit(most)
    .as("open");
  const [row] = await tx.select({ count: count() }).from(open);
  return row?.count ?? 0;
}

/** Replaces the terms of a locked tournament. */
export async function updateTerms(tx: Tx, id: string, terms: Terms): Promise<TournamentRow> {
  const [row] = await tx
    .update(tournament)
    .set({
      name: terms.name,
      description: terms.description,
      entryFeeMinor: terms.entryFeeMinor,
      startsAt: terms.startsAt,
      endsAt: terms.endsAt,
      registrationClosesAt: terms.registrationClosesAt,
      maxEntries: terms.maxEntries,
      minEntries: terms.minEntries,
      prizeSplit: terms.prizeSplit,
      scoring: terms.scoring,
      metadata: terms.metadata,
      updatedAt: NOW,
    })
    .where(eq(tournament.id, id))
    .returning(TOURNAMENT);
  if (row === undefined) throw new Error("a locked tournament disappeared");
  return row;
}

/** Replaces the metadata of a locked tournament. */
export async function setMetadata(
  tx: Tx,
  id: string,
  metadata: string | null,
): Promise<TournamentRow> {
  const [row] = await tx
    .update(tournament)
    .set({ metadata, updatedAt: NOW })
    .where(eq(tournament.id, id))
    .returning(TOURNAMENT);
  if (row === undefined) throw new Error("a locked tournament disappeared");
  return row;
}

/** The tournament that a game calls this, if there is one. */
export async function findByExternalId(
  db: Queryable,
  gameId: string,
  externalId: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ id: tournament.id })
    .from(tournament)
    .where(and(eq(tournament.gameId, gameId), eq(tournament.externalId, externalId)));
  return row?.id;
}

const [wanted, wantedRows] = rowsOf("wanted", {
  // Columns say the types of the values alone.
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

/** Reads tournaments, in the order of their keys; undefined where the game has no such tournament. */
export async function findTournaments(
  db: Queryable,
  keys: readonly TournamentKey[],
): Promise<(TournamentRow | undefined)[]> {
  return inOrder(await manyByKeys(db, wantedRows(keys)), keys);
}

/** Reads one tournament, if the game has it. */
export async function findTournament(
  db: Queryable,
  { gameId, tournamentId }: TournamentKey,
): Promise<TournamentRow | undefined> {
  const [row] = await findTournaments(db, [{ gameId, tournamentId }]);
  return row;
}

/** Finds the games of tournaments. */
export async function findGames(
  db: Queryable,
  tournamentIds: readonly string[],
): Promise<TournamentKey[]> {
  return await db
    .select({ tournamentId: tournament.id, gameId: tournament.gameId })
    .from(tournament)
    .where(oneOf(tournament.id, tournamentIds));
}

/** {@link findTournaments}, and locks them in the order of their ids. */
export async function lockTournaments(
  tx: Tx,
  keys: readonly TournamentKey[],
): Promise<(TournamentRow | undefined)[]> {
  return inOrder(await manyLocked(tx, wantedRows(keys)), keys);
}

function inOrder(rows: readonly TournamentRow[], keys: readonly TournamentKey[]) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return keys.map(({ gameId, tournamentId }) => {
    const row = byId.get(tournamentId);
    return row?.gameId === gameId ? row : undefined;
  });
}

/** The new status of a tournament. */
export type StatusChange = Pick<TournamentRow, "id" | "status">;

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

/** Gives locked tournaments a status each; completing one names its sole winner, if there is one. */
export async function setStatuses(
  tx: Tx,
  changes: readonly StatusChange[],
): Promise<TournamentRow[]> {
  return await updateStatuses(tx, changeRows(changes));
}

/** Which of a game's tournaments; what is undefined does not restrict. */
export interface TournamentFilter {
  gameId: string;
  status: TournamentRow["status"] | undefined;
  endsAfter: Date | undefined;
  endsBefore: Date | undefined;
  externalId: string | undefined;
  beforeId: string | undefined;
}

/** A game's tournaments, newest first: ids are ordered by time. */
export async function listTournaments(
  db: Queryable,
  { gameId, status, endsAfter, endsBefore, externalId, beforeId }: TournamentFilter,
  limit: number,
): Promise<TournamentRow[]> {
  return await db
    .select(TOURNAMENT)
    .from(tournament)
    .where(
      and(
        eq(tournament.gameId, gameId),
        status && eq(tournament.status, status),
        endsAfter && gte(tournament.endsAt, endsAfter),
        endsBefore && lt(tournament.endsAt, endsBefore),
        externalId === undefined ? undefined : eq(tournament.externalId, externalId),
        beforeId === undefined ? undefined : lt(tournament.id, beforeId),
      ),
    )
    .orderBy(desc(tournament.id))
    .limit(limit);
}

/** Stores the ranks that a tournament is ended with. */
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

/** Returns the number of ranks that tournaments were ended with. */
export async function countFinalRanks(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({
      id: tournament.id,
      ranks: sql<number>`jsonb_array_length(${tournament.finalRanks})`,
    })
    .from(tournament)
    .where(oneOf(tournament.id, ids));
  return new Map(rows.map(({ id, ranks }) => [id, ranks]));
}

/** Returns the ranks that tournaments were ended with. */
export async function getFinalRanks(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly FinalRank[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: tournament.id, ranks: tournament.finalRanks })
    .from(tournament)
    .where(oneOf(tournament.id, ids));
  return new Map(rows.map(({ id, ranks }) => [id, ranks]));
}
