import { and, desc, eq, getColumns, lt, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import type { Queryable } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { arrayOf, oneOf } from "@tms/kit/database/rows-of";
import { LAST_ID } from "@tms/kit/values/ids";
import type { GamerKey } from "./gamers.ts";
import { isOpen, isProvisional, rankableEntries } from "./registrations.ts";
import { entry, gamer, pendingJoin, registration, type EntryState } from "./tables.ts";

type Stored = typeof entry.$inferSelect;
type Registration = typeof registration.$inferSelect;

/** An entry, with columns of its gamer and registration. Optional columns are absent in a new entry. */
export interface EntryRow
  extends
    Stored,
    Pick<Registration, "gameId" | "feeMinor" | "currency" | "payer">,
    Partial<Pick<Registration, "closedAt" | "frozenAt" | "scored">> {
  handle: string;
  /** True if the entry holds a seat and is neither confirmed nor refused yet. */
  pending: boolean;
  /** See {@link rankableEntries}; null for an entry that was not eliminated. */
  entries?: number | null;
  /** See {@link isProvisional}; null for an entry that was not eliminated. */
  provisional?: boolean | null;
  disqualifiedAhead?: number;
}

export const toEntryState = ({
  disqualified,
  exitNumber,
}: Pick<Stored, "disqualified" | "exitNumber">): EntryState =>
  disqualified ? "disqualified" : exitNumber === null ? "in" : "eliminated";

const IS_PENDING = sql<boolean>`EXISTS (SELECT FROM ${pendingJoin}
  WHERE ${pendingJoin.tournamentId} = ${entry.tournamentId} AND ${pendingJoin.entryId} = ${entry.id})`;

/** SQL for whether an entry is confirmed. An entry without a fee is never pending. */
export const IS_CONFIRMED = sql`NOT ${IS_PENDING}`;

/** The order of disqualified entries in the standings. The index entry_standings_idx has the same number. */
export const DISQUALIFIED_ORDER = 1_000_000_000;

/** The first and the last order of a part of the standings. Both are inclusive. */
export type OrderRange = readonly [first: number, last: number];

// Far above all placements, because a game places at most 10,000 entries, and far above all exit numbers.
const MAX_PLACEMENT = 500_000_000;

export const ORDERS = {
  in: [0, 0],
  placed: [1, MAX_PLACEMENT],
  eliminated: [MAX_PLACEMENT + 1, DISQUALIFIED_ORDER - 1],
  disqualified: [DISQUALIFIED_ORDER, DISQUALIFIED_ORDER],
} as const satisfies Record<string, OrderRange>;

export const LAST_ORDER = sql.raw(String(DISQUALIFIED_ORDER));

const orderOf = (row: string) =>
  sql<number>`${sql.raw(`CASE WHEN ${row}.disqualified THEN ${DISQUALIFIED_ORDER}
  ELSE coalesce(${DISQUALIFIED_ORDER} - ${row}.exit_number, ${row}.placement, 0) END`)}`;

/**
 * SQL for the order of an entry in the standings. Entries that are in come first, in the order of their
 * placements by the game. Eliminated entries follow, the latest elimination first, then disqualified entries.
 * A join does not change the order of other entries, so that no entry moves between pages. The index
 * entry_standings_idx has the same expression.
 */
export const STANDINGS_ORDER = orderOf("entry");

export interface Outcome extends Pick<
  typeof entry.$inferSelect,
  "exitNumber" | "placement" | "disqualified"
> {}

/** Returns the same value as {@link STANDINGS_ORDER}. */
export function toStandingsOrder({ exitNumber, placement, disqualified }: Outcome): number {
  if (disqualified) return DISQUALIFIED_ORDER;
  return exitNumber === null ? (placement ?? 0) : DISQUALIFIED_ORDER - exitNumber;
}

/**
 * Returns SQL for the number of disqualified entries that were eliminated later than an eliminated entry, or
 * never. The rank of the eliminated entry must not count these entries.
 */
export const disqualifiedAhead = (tournamentId: SQLWrapper) =>
  aheadIn(sql`(SELECT array_agg(exit ORDER BY exit) FROM (
    SELECT ${EXIT} AS exit FROM ${entry} AS gone
    WHERE gone.tournament_id = ${tournamentId} AND ${IS_GONE}) AS gone)`);

/**
 * Returns the SQL of {@link disqualifiedAhead} for entries of several tournaments. `ahead` needs the CTE
 * `gone`, which reads the disqualified entries once, and only if a row is an eliminated entry.
 */
export function disqualifiedAheadInEach(tournamentIds: SQL) {
  const gone = new QueryBuilder().$with("gone", {
    tournamentId: sql<string>`tournament_id`.as("tournament_id"),
    exits: sql<number[]>`exits`.as("exits"),
  }).as(sql`SELECT gone.tournament_id, array_agg(${EXIT} ORDER BY ${EXIT}) AS exits
    FROM ${entry} AS gone WHERE gone.tournament_id IN (${tournamentIds}) AND ${IS_GONE}
    GROUP BY gone.tournament_id`);
  // Postgres evaluates the CTE once, because `ahead` uses it twice. A CTE that is used once is inlined.
  return {
    gone,
    ahead: aheadIn(sql`(SELECT exits FROM gone WHERE gone.tournament_id = ${entry.tournamentId})`),
  };
}

const EXIT = sql`coalesce(gone.exit_number, ${LAST_ORDER})`;
const IS_GONE = sql`${orderOf("gone")} = ${LAST_ORDER}`;

const aheadIn = (exits: SQL) => sql<number>`CASE WHEN ${entry.exitNumber} IS NULL THEN 0
  ELSE coalesce(cardinality(${exits}) - width_bucket(${entry.exitNumber}, ${exits}), 0) END`;

// A LIMIT keeps the planner from joining whole tables, even if the statement was planned on empty tables.
export const itsGamer = new QueryBuilder()
  .select({ handle: gamer.handle, displayName: gamer.displayName })
  .from(gamer)
  .where(eq(gamer.id, entry.gamerId))
  .limit(1)
  .as("its_gamer");
const itsRegistration = new QueryBuilder()
  .select()
  .from(registration)
  .where(eq(registration.tournamentId, entry.tournamentId))
  .limit(1)
  .as("its_registration");

function toColumns(tournamentId: SQLWrapper, ahead: SQL<number>) {
  const { gameId, feeMinor, currency, payer, closedAt, frozenAt, scored } = itsRegistration;
  const ofRegistration = { gameId, feeMinor, currency, payer, closedAt, frozenAt, scored };
  const ifOut = <T>(value: SQL<T>) =>
    sql<T | null>`CASE WHEN ${entry.exitNumber} IS NOT NULL THEN ${value} END`;
  return {
    ...getColumns(entry),
    ...ofRegistration,
    handle: itsGamer.handle,
    pending: IS_PENDING,
    entries: ifOut(rankableEntries("its_registration", tournamentId)),
    disqualifiedAhead: ahead,
    provisional: ifOut(isProvisional("its_registration", tournamentId)),
  };
}

const IS_NAMED = oneOf(entry.id, sql.placeholder("ids"));
const byIds = prepared((db) => {
  const tournamentIds = sql`SELECT ${entry.tournamentId} FROM ${entry} WHERE ${IS_NAMED}`;
  const { gone, ahead } = disqualifiedAheadInEach(tournamentIds);
  return db
    .with(gone)
    .select(toColumns(entry.tournamentId, ahead))
    .from(entry)
    .crossJoinLateral(itsGamer)
    .crossJoinLateral(itsRegistration)
    .where(IS_NAMED);
});

export const findEntries = (db: Queryable, ids: readonly string[]): Promise<EntryRow[]> =>
  byIds(db, { ids: arrayOf(entry.id, ids) });

export async function findConfirmedEntries(
  db: Queryable,
  tournamentId: string,
  gamerIds: readonly string[],
): Promise<EntryRow[]> {
  const id = sql`${tournamentId}`;
  return await db
    .select(toColumns(id, disqualifiedAhead(id)))
    .from(entry)
    .crossJoinLateral(itsGamer)
    .crossJoinLateral(itsRegistration)
    .where(and(eq(entry.tournamentId, tournamentId), IS_CONFIRMED, oneOf(entry.gamerId, gamerIds)));
}

export interface EntryKey extends GamerKey {
  tournamentId: string;
}

/** Returns a map key. The key contains the game, because a request may name a tournament of another game. */
export const entryKey = ({ gameId, tournamentId, handle }: EntryKey): string =>
  `${gameId}/${tournamentId}/${handle}`;

/** Lists a gamer's confirmed entries, newest first. `open` is true if the tournament can still be joined. */
export async function listGamerEntries(
  db: Queryable,
  gamerId: string,
  beforeId: string | undefined,
  limit: number,
) {
  // Ids increase with time, so an index by gamer and id has the order of the list.
  const own = db
    .select({ id: entry.id, tournamentId: entry.tournamentId })
    .from(entry)
    .where(and(eq(entry.gamerId, gamerId), lt(entry.id, beforeId ?? LAST_ID), IS_CONFIRMED))
    .orderBy(desc(entry.id))
    .limit(limit)
    // The alias must be `entry`, because itsRegistration refers to the table by its name.
    .as("entry");
  return await db
    .select({ id: own.id, open: isOpen("its_registration") })
    .from(own)
    .crossJoinLateral(itsRegistration)
    .orderBy(desc(own.id));
}
