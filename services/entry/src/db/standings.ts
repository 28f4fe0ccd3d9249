import { and, eq, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import type { Queryable } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { rowsOf } from "@tms/kit/database/rows-of";
import { IS_CONFIRMED, itsGamer } from "./entries.ts";
import {
  disqualifiedAhead,
  isProvisional,
  rankableEntries,
  STANDINGS_ORDER,
} from "./standings-order.ts";
import { entry, registration } from "./tables.ts";

/** The sort key of an entry in the standings. */
export interface StandingsPosition {
  order: number;
  joinedAt: Date;
  id: string;
}

interface Outcome extends Pick<
  typeof entry.$inferSelect,
  "id" | "gamerId" | "exitNumber" | "placement" | "disqualified"
> {
  /** See {@link disqualifiedAhead}. */
  disqualifiedAhead: number;
}

/** The columns of an entry that a settlement needs. */
export interface StandingsRow extends Outcome {
  handle: string;
  /** See {@link rankableEntries}; null for an entry that is in. */
  entries: number | null;
  /** Milliseconds, because parsing a date costs as much as all other columns. */
  joinedMs: number;
}

/** An entry on a page of the standings. Times are in milliseconds. */
export interface ListedRow extends Outcome {
  handle: string;
  joinedMs: number;
  eliminatedMs: number | null;
  createdMs: number;
  updatedMs: number;
  displayName: string | null;
  metadata: string | null;
}

/** A page of the standings, and properties of its tournament. */
export interface StandingsPage {
  gameId: string;
  feeMinor: bigint;
  closed: boolean;
  frozen: boolean;
  scored: boolean;
  /** See {@link rankableEntries}; null while no entry is eliminated. */
  entries: number | null;
  /** See {@link isProvisional}; null while no entry is eliminated. */
  provisional: boolean | null;
  rows: ListedRow[];
}

const TOURNAMENT = sql`${sql.placeholder("tournamentId")}::uuid`;
const LIMIT = sql.placeholder("limit");
const ORDER = [STANDINGS_ORDER, entry.joinedAt, entry.id] as const;
const order = sql.join([...ORDER], sql`, `);
const AFTER = sql`(${order}) > (${sql.placeholder("order")}::int,
  ${sql.placeholder("joinedAt")}::timestamptz, ${sql.placeholder("id")}::uuid)`;
const IS_LISTED = and(eq(entry.tournamentId, TOURNAMENT), IS_CONFIRMED);

/** Milliseconds since 1970. extract() is slower than date_part(), because it computes decimals. */
const toMs = (moment: typeof entry.joinedAt | typeof entry.eliminatedAt) =>
  sql<number>`round(date_part('epoch', ${moment}) * 1000)`;

const ENTRIES = rankableEntries(registration, TOURNAMENT);

const listing = (isListed: typeof IS_LISTED) => {
  const ifAnyIsOut = (value: typeof ENTRIES | ReturnType<typeof isProvisional>) =>
    sql`CASE WHEN ${registration.eliminated} > 0 THEN ${value} END`;
  const rows = sql<ListedRow[]>`(SELECT coalesce(json_agg(listed), '[]') FROM (
    SELECT ${entry.id}, ${entry.gamerId} AS "gamerId", ${itsGamer.handle},
      ${itsGamer.displayName} AS "displayName", ${entry.metadata},
      ${entry.exitNumber} AS "exitNumber", ${entry.placement}, ${entry.disqualified},
      ${disqualifiedAhead(TOURNAMENT)} AS "disqualifiedAhead",
      ${toMs(entry.joinedAt)} AS "joinedMs", ${toMs(entry.eliminatedAt)} AS "eliminatedMs",
      ${toMs(entry.createdAt)} AS "createdMs", ${toMs(entry.updatedAt)} AS "updatedMs"
    FROM ${entry} CROSS JOIN LATERAL ${itsGamer}
    WHERE ${isListed} ORDER BY ${order} LIMIT ${LIMIT}) AS listed)`;
  return prepared((db) =>
    db
      .select({
        gameId: registration.gameId,
        feeMinor: registration.feeMinor,
        closed: sql<boolean>`${registration.closedAt} IS NOT NULL`,
        frozen: sql<boolean>`${registration.frozenAt} IS NOT NULL`,
        scored: registration.scored,
        entries: sql<number | null>`${ifAnyIsOut(ENTRIES)}`,
        provisional: sql<
          boolean | null
        >`${ifAnyIsOut(isProvisional(registration, "registration", TOURNAMENT))}`,
        rows,
      })
      .from(registration)
      .where(eq(registration.tournamentId, TOURNAMENT)),
  );
};
const list = { first: listing(IS_LISTED), after: listing(and(IS_LISTED, AFTER)) };

/**
 * Lists confirmed entries in the order of the standings, at one moment. Returns undefined without a
 * registration. Postgres returns the entries as JSON, which takes half the time of as many rows.
 */
export async function listStandings(
  db: Queryable,
  tournamentId: string,
  after: StandingsPosition | null,
  limit: number,
): Promise<StandingsPage | undefined> {
  const [page] = await list[after ? "after" : "first"](db, { tournamentId, limit, ...after });
  return page;
}

const ifOut = <T>(value: typeof ENTRIES) =>
  sql<T | null>`CASE WHEN ${entry.exitNumber} IS NOT NULL THEN ${value} END`;

// This subquery is not correlated, so Postgres evaluates it once, and only if a row is eliminated.
const entriesOfTournament = sql<number>`(SELECT ${ENTRIES} FROM ${registration}
  WHERE ${registration.tournamentId} = ${TOURNAMENT})`;

const reading = (isListed: typeof IS_LISTED) =>
  prepared((db) =>
    db
      .select({
        id: entry.id,
        gamerId: entry.gamerId,
        handle: itsGamer.handle,
        exitNumber: entry.exitNumber,
        placement: entry.placement,
        disqualified: entry.disqualified,
        disqualifiedAhead: disqualifiedAhead(TOURNAMENT),
        entries: ifOut<number>(entriesOfTournament),
        joinedMs: toMs(entry.joinedAt),
      })
      .from(entry)
      .crossJoinLateral(itsGamer)
      .where(isListed)
      .orderBy(...ORDER)
      .limit(LIMIT),
  );
const read = { first: reading(IS_LISTED), after: reading(and(IS_LISTED, AFTER)) };

/** Lists confirmed entries in the order of the standings, with few columns. */
export async function listStandingsBriefly(
  db: Queryable,
  tournamentId: string,
  after: StandingsPosition | null,
  limit: number,
): Promise<StandingsRow[]> {
  return await read[after ? "after" : "first"](db, { tournamentId, limit, ...after });
}

export interface TournamentStandingsRow extends Outcome {
  tournamentId: string;
  handle: string;
}

const [asked, askedRows] = rowsOf("asked", { tournamentId: registration.tournamentId });
const firstOfEach = new QueryBuilder()
  .select()
  .from(entry)
  .where(and(eq(entry.tournamentId, asked.tournamentId), IS_CONFIRMED))
  .orderBy(...ORDER)
  .limit(LIMIT)
  .as("entry");
const ofSmall = prepared((db) =>
  db
    .select({
      tournamentId: firstOfEach.tournamentId,
      id: firstOfEach.id,
      gamerId: firstOfEach.gamerId,
      handle: itsGamer.handle,
      exitNumber: firstOfEach.exitNumber,
      placement: firstOfEach.placement,
      disqualified: firstOfEach.disqualified,
      disqualifiedAhead: disqualifiedAhead(firstOfEach.tournamentId),
    })
    .from(asked)
    .crossJoinLateral(firstOfEach)
    .crossJoinLateral(itsGamer)
    // The subquery has the name of its table, so that ORDER applies to it.
    .orderBy(firstOfEach.tournamentId, ...ORDER),
);

/** Lists the first entries of each tournament in the order of its standings. */
export async function listSmallStandings(
  db: Queryable,
  tournamentIds: readonly string[],
  limitEach: number,
): Promise<TournamentStandingsRow[]> {
  const asking = askedRows(tournamentIds.map((tournamentId) => ({ tournamentId })));
  return await ofSmall(db, { ...asking, limit: limitEach });
}
