import { and, desc, eq, getColumns, lt, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import type { Queryable } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { arrayOf, oneOf } from "@tms/kit/database/rows-of";
import { LAST_ID } from "@tms/kit/values/ids";
import type { GamerKey } from "./gamers.ts";
import {
  disqualifiedAhead,
  disqualifiedAheadInEach,
  isOpen,
  isProvisional,
  rankableEntries,
} from "./standings-order.ts";
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

/** Lists entries of a gamer, the newest first, and whether their tournaments can still be joined. */
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
