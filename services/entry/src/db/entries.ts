import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { arrayOf, oneOf, rowsOf } from "@tms/kit/database/rows-of";
import { LAST_ID } from "@tms/kit/values/ids";
import { and, desc, eq, getColumns, lt, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import type { GamerKey } from "./gamers.ts";
import {
  disqualifiedAhead,
  disqualifiedAheadInEach,
  isOpen,
  isProvisional,
  rankableEntries,
} from "./standings-order.ts";
import { entry, gamer, pendingJoin, registration } from "./tables.ts";

type Stored = typeof entry.$inferSelect;
type Shared = Pick<typeof registration.$inferSelect, "gameId" | "feeMinor" | "currency" | "payer">;

/** An entry as stored, with what its gamer and registration add. */
export interface EntryRow extends Stored, Shared {
  handle: string;
  /** Its seat is taken, its fee not charged or refused yet. */
  pending: boolean;
  /** When the registration of its tournament was closed; absent for an entry just made. */
  closedAt?: Date | null;
  /** When the ranking of its tournament became final; absent for an entry just made. */
  frozenAt?: Date | null;
  /** See {@link rankableEntries}; null for one still in, which does not need it. */
  entries?: number | null;
  /** Whether its tournament takes scores; absent for an entry just made. */
  scored?: boolean;
  /** See {@link isProvisional}; null for one still in. */
  provisional?: boolean | null;
  /** See {@link disqualifiedAhead}; absent for an entry just made. */
  disqualifiedAhead?: number;
}

const IS_PENDING = sql<boolean>`EXISTS (SELECT FROM ${pendingJoin}
  WHERE ${pendingJoin.tournamentId} = ${entry.tournamentId} AND ${pendingJoin.entryId} = ${entry.id})`;

/** SQL: an entry is confirmed: its fee is paid, or it has none. */
export const IS_CONFIRMED = sql`NOT ${IS_PENDING}`;

// A LIMIT keeps the planner from joining whole tables: plans are made once, at times when a table is
// still empty, and must stay right when it has millions of rows.
/** What an entry's gamer is called, to be joined laterally. */
export const itsGamer = new QueryBuilder()
  .select({ handle: gamer.handle, displayName: gamer.displayName })
  .from(gamer)
  .where(eq(gamer.id, entry.gamerId))
  .limit(1)
  .as("its_gamer");
/** What an entry needs of its registration, to be joined laterally. */
export const itsRegistration = new QueryBuilder()
  .select({
    gameId: registration.gameId,
    test: registration.test,
    feeMinor: registration.feeMinor,
    currency: registration.currency,
    payer: registration.payer,
    frozenAt: registration.frozenAt,
    scored: registration.scored,
    closedAt: registration.closedAt,
    registrationClosesAt: registration.registrationClosesAt,
    endsAt: registration.endsAt,
    maxEntries: registration.maxEntries,
    seatsTaken: registration.seatsTaken,
    disqualified: registration.disqualified,
  })
  .from(registration)
  .where(eq(registration.tournamentId, entry.tournamentId))
  .limit(1)
  .as("its_registration");

/** The columns of an entry. What only the eliminated need is read for them alone. */
function columnsOf(tournamentId: SQLWrapper, ahead: SQL<number>) {
  const ifOut = <T>(value: SQL<T>) =>
    sql<T | null>`CASE WHEN ${entry.exitNumber} IS NOT NULL THEN ${value} END`;
  return {
    ...getColumns(entry),
    handle: itsGamer.handle,
    gameId: itsRegistration.gameId,
    feeMinor: itsRegistration.feeMinor,
    currency: itsRegistration.currency,
    payer: itsRegistration.payer,
    closedAt: itsRegistration.closedAt,
    frozenAt: itsRegistration.frozenAt,
    scored: itsRegistration.scored,
    pending: IS_PENDING,
    entries: ifOut(rankableEntries(itsRegistration, tournamentId)),
    disqualifiedAhead: ahead,
    provisional: ifOut(isProvisional(itsRegistration, "its_registration", tournamentId)),
  };
}

/** Entries of any tournaments. */
function selectEntries(db: Queryable, which: SQL) {
  const tournamentIds = sql`SELECT ${entry.tournamentId} FROM ${entry} WHERE ${which}`;
  const { gone, ahead } = disqualifiedAheadInEach(tournamentIds);
  return db
    .with(gone)
    .select(columnsOf(entry.tournamentId, ahead))
    .from(entry)
    .crossJoinLateral(itsGamer)
    .crossJoinLateral(itsRegistration)
    .where(which);
}

const byRequests = prepared((db) =>
  selectEntries(db, oneOf(entry.requestId, sql.placeholder("ids"))),
);

/** Entries by the requests that made them. */
export async function findEntriesByRequest(
  tx: Tx,
  requestIds: readonly string[],
): Promise<EntryRow[]> {
  return await byRequests(tx, { ids: arrayOf(entry.requestId, requestIds) });
}

const byIds = prepared((db) => selectEntries(db, oneOf(entry.id, sql.placeholder("ids"))));

/** Entries by their ids. */
export async function findEntries(db: Queryable, ids: readonly string[]): Promise<EntryRow[]> {
  return await byIds(db, { ids: arrayOf(entry.id, ids) });
}

/** Confirmed entries of these gamers in one tournament. */
export async function findConfirmedEntries(
  db: Queryable,
  tournamentId: string,
  gamerIds: readonly string[],
): Promise<EntryRow[]> {
  const id = sql`${tournamentId}`;
  return await db
    .select(columnsOf(id, disqualifiedAhead(id)))
    .from(entry)
    .crossJoinLateral(itsGamer)
    .crossJoinLateral(itsRegistration)
    .where(and(eq(entry.tournamentId, tournamentId), IS_CONFIRMED, oneOf(entry.gamerId, gamerIds)));
}

/** An entry to record; its gamer must be on record. */
export interface NewEntry extends Pick<
  EntryRow,
  "id" | "tournamentId" | "gamerId" | "requestId" | "metadata"
> {}

const [newEntry, newEntryRows] = rowsOf("new_entry", {
  id: entry.id,
  tournamentId: entry.tournamentId,
  gamerId: entry.gamerId,
  requestId: entry.requestId,
});
const joinedAt = sql`${sql.placeholder("joinedAt")}::timestamptz`;

const insert = prepared((db) =>
  db
    .insert(
      entry,
      "id",
      "tournamentId",
      "gamerId",
      "requestId",
      "joinedAt",
      "createdAt",
      "updatedAt",
    )
    .select(
      db
        .select({
          id: newEntry.id,
          tournamentId: newEntry.tournamentId,
          gamerId: newEntry.gamerId,
          requestId: newEntry.requestId,
          joinedAt: joinedAt.as("joined_at"),
          createdAt: joinedAt.as("created_at"),
          updatedAt: joinedAt.as("updated_at"),
        })
        .from(newEntry),
    ),
);

const [annotated, annotatedRows] = rowsOf("new_entry", {
  id: entry.id,
  tournamentId: entry.tournamentId,
  gamerId: entry.gamerId,
  requestId: entry.requestId,
  metadata: entry.metadata,
});

// Where no entry has metadata, the statement that sends none is kept.
const insertAnnotated = prepared((db) =>
  db
    .insert(
      entry,
      "id",
      "tournamentId",
      "gamerId",
      "requestId",
      "joinedAt",
      "metadata",
      "createdAt",
      "updatedAt",
    )
    .select(
      db
        .select({
          id: annotated.id,
          tournamentId: annotated.tournamentId,
          gamerId: annotated.gamerId,
          requestId: annotated.requestId,
          joinedAt: joinedAt.as("joined_at"),
          metadata: annotated.metadata,
          createdAt: joinedAt.as("created_at"),
          updatedAt: joinedAt.as("updated_at"),
        })
        .from(annotated),
    ),
);

/** Records entries that all joined at one moment, in one statement. */
export async function insertEntries(tx: Tx, entries: readonly NewEntry[], at: Date): Promise<void> {
  const isAnnotated = entries.some(({ metadata }) => metadata !== null);
  await (isAnnotated
    ? insertAnnotated(tx, { ...annotatedRows(entries), joinedAt: at })
    : insert(tx, { ...newEntryRows(entries), joinedAt: at }));
}

/** What tells an entry from all others: a tournament and a gamer's handle. */
export interface EntryKey extends GamerKey {
  tournamentId: string;
}

/** What is known of an entry key whose gamer is on record. */
export interface EntrantRow extends GamerKey {
  gamerId: string;
  /** The entry that has the key already. */
  entryId: string | null;
}

const [wanted, wantedRows] = rowsOf("wanted", {
  gameId: gamer.gameId,
  handle: gamer.handle,
  tournamentId: entry.tournamentId,
});

// The LIMITs make these look-ups per key, whatever size the tables had when it was planned.
const player = new QueryBuilder()
  .select({ id: gamer.id })
  .from(gamer)
  .where(and(eq(gamer.gameId, wanted.gameId), eq(gamer.handle, wanted.handle)))
  .limit(1)
  .as("player");
const entered = new QueryBuilder()
  .select({ id: entry.id })
  .from(entry)
  .where(and(eq(entry.tournamentId, wanted.tournamentId), eq(entry.gamerId, player.id)))
  .limit(1)
  .as("entered");

const byKeys = prepared((db) =>
  db
    .select({
      gameId: wanted.gameId,
      handle: wanted.handle,
      gamerId: player.id,
      entryId: entered.id,
    })
    .from(wanted)
    .crossJoinLateral(player)
    .leftJoinLateral(entered, sql`true`),
);

/** Looks up the gamers of entry keys and their entries; those of unknown gamers are absent. */
export async function findEntrants(
  db: Queryable,
  keys: readonly EntryKey[],
): Promise<EntrantRow[]> {
  return await byKeys(db, wantedRows(keys));
}

/**
 * Names the one entry that a gamer can have in a tournament. Batches hold requests of many games, and
 * one of them may ask for a tournament of another.
 */
export const entryKey = ({ gameId, tournamentId, handle }: EntryKey): string =>
  `${gameId}/${tournamentId}/${handle}`;

/** An entry of a gamer, and whether its tournament can still be joined. */
export interface GamerEntry {
  id: string;
  open: boolean;
}

// Ids are in the order in which entries were made, so the index that finds them has their order.
const newest = prepared((db) => {
  const own = db
    .select({ id: entry.id, tournamentId: entry.tournamentId })
    .from(entry)
    .where(
      and(
        eq(entry.gamerId, sql`${sql.placeholder("gamerId")}::uuid`),
        lt(entry.id, sql`${sql.placeholder("beforeId")}::uuid`),
        IS_CONFIRMED,
      ),
    )
    .orderBy(desc(entry.id))
    .limit(sql.placeholder("limit"))
    // The name of its table, by which a registration is found.
    .as("entry");
  return db
    .select({ id: own.id, open: isOpen(itsRegistration, "its_registration") })
    .from(own)
    .crossJoinLateral(itsRegistration)
    .orderBy(desc(own.id));
});

/** A gamer's newest confirmed entries, or the newest before one of them. */
export async function listGamerEntries(
  db: Queryable,
  gamerId: string,
  beforeId: string | undefined,
  limit: number,
): Promise<GamerEntry[]> {
  return await newest(db, { gamerId, beforeId: beforeId ?? LAST_ID, limit });
}
