import { sqlState } from "@tms/kit/database/errors";
import { gameTime, testTime } from "@tms/kit/database/game-time";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { arrayOf, oneOf, rowsOf } from "@tms/kit/database/rows-of";
import { traced } from "@tms/kit/process/fault-points";
import { and, eq, getColumns, sql } from "drizzle-orm";
import { pendingCountOf } from "./pending-joins.ts";
import { board, registration, stratum } from "./tables.ts";

type Stored = typeof registration.$inferSelect;

/** A tournament's registration as stored. */
export interface RegistrationRow extends Omit<Stored, "lastEliminatedAt" | "createdAt"> {
  /** The environment's clock when the row was read. */
  readAt: Date;
}

/** Whether a registration was opened before it was closed: only then are the terms of its tournament known. */
export const wasOpened = ({ currency }: Pick<RegistrationRow, "currency">): boolean =>
  currency !== "";

/** A tournament of a game. */
export interface TournamentKey {
  gameId: string;
  tournamentId: string;
}

/** A tournament of a game, and whether that is a test environment. */
export interface RegistrationKey extends TournamentKey {
  test: boolean;
}

/** What a registration is opened with. */
export interface NewRegistration extends Pick<
  Stored,
  | "tournamentId"
  | "gameId"
  | "test"
  | "currency"
  | "feeMinor"
  | "payer"
  | "maxEntries"
  | "registrationClosesAt"
  | "endsAt"
> {}

const { lastEliminatedAt: _, createdAt: __, ...STORED } = getColumns(registration);
const REGISTRATION = { ...STORED, readAt: gameTime("registration", "clock_timestamp()") };

/** A registration, and how many of its entries were pending at the same moment. */
export interface RegistrationState extends RegistrationRow {
  pending: number;
}

/** How many confirmed entries a registration has. */
export const confirmedOf = ({ seatsTaken, pending }: RegistrationState): number =>
  seatsTaken - pending;

/** How many of them have a rank, or can get one: all but the disqualified. */
export const rankableOf = (state: RegistrationState): number =>
  confirmedOf(state) - state.disqualified;

/**
 * Reads the registrations of tournaments, of those that have one. One that is closed and has no pending
 * entry stays as it is: its seats are its entries. Both are read in one statement, because a join that
 * is seen neither as seat nor as pending would be missed.
 */
export async function findRegistrations(
  db: Queryable,
  tournamentIds: readonly string[],
): Promise<RegistrationState[]> {
  return await db
    .select({ ...REGISTRATION, pending: pendingCountOf(registration.tournamentId) })
    .from(registration)
    .where(oneOf(registration.tournamentId, tournamentIds));
}

/** Reads the clock of an environment. */
export async function readTime(
  db: Queryable,
  { gameId, test }: Pick<RegistrationKey, "gameId" | "test">,
): Promise<Date> {
  const { rows } = await db.execute<{ at: Date }>(
    sql`SELECT (${test ? testTime(sql`${gameId}::uuid`) : sql`now()`})::timestamptz(3) AS at`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error("Postgres returned no time");
  return row.at;
}

/** Those of the tournaments that have a registration. */
export async function findRegistered(
  db: Queryable,
  tournamentIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .select({ id: registration.tournamentId })
    .from(registration)
    .where(oneOf(registration.tournamentId, tournamentIds));
  return rows.map((row) => row.id);
}

// Whatever a locking query computes it may compute before it waits for the lock: the time is read from
// the rows that it has locked.
const locking = (config: { skipLocked?: true }) =>
  prepared((db) => {
    const locked = db.$with("locked").as(
      db
        .select(STORED)
        .from(registration)
        .where(oneOf(registration.tournamentId, sql.placeholder("ids")))
        .orderBy(registration.tournamentId)
        .for("no key update", config),
    );
    return db
      .with(locked)
      .select({ ...getColumns(locked), readAt: gameTime("locked", "clock_timestamp()") })
      .from(locked);
  });
const lock = { wait: locking({}), skip: locking({ skipLocked: true }) };

/** What to do about registrations that others hold: wait for them, or go on without them. */
export type WhenHeld = "wait" | "skip";

/** Locks registrations against joins and eliminations, in the order of their ids. */
export async function lockRegistrations(
  tx: Tx,
  tournamentIds: readonly string[],
  whenHeld: WhenHeld = "wait",
): Promise<RegistrationRow[]> {
  return await lock[whenHeld](tx, { ids: arrayOf(registration.tournamentId, tournamentIds) });
}

// lock_not_available: a lock_timeout, as the pool sets it.
const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Does something to registrations under their locks. When one of them stays held for too long it is
 * done without those that are held, so that the others need not wait for them.
 */
export async function withoutStuck<T>(work: (whenHeld: WhenHeld) => Promise<T>): Promise<T> {
  try {
    return await work("wait");
  } catch (error) {
    if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
    return await work("skip");
  }
}

/** What the board of a registration is opened with. */
export interface NewBoard extends Pick<typeof board.$inferSelect, "scoring" | "startsAt"> {}

/**
 * Opens a registration, and a board where the tournament takes scores; one that was opened or closed
 * before stays as it is.
 */
export async function insertRegistration(
  db: Queryable,
  opened: NewRegistration,
  scored?: NewBoard,
): Promise<void> {
  const values = opened.test ? { ...opened, createdAt: testTime(opened.gameId) } : opened;
  await traced("entry.open-registration", async () => {
    if (scored) return await insertWithBoard(db, opened, scored);
    await db
      .insert(registration)
      .values(values)
      .onConflictDoNothing({ target: registration.tournamentId });
  });
}

/** In one statement: nobody sees a registration of a tournament that takes scores without its board. */
async function insertWithBoard(
  db: Queryable,
  opened: NewRegistration,
  scored: NewBoard,
): Promise<void> {
  await db.execute(sql`
    WITH opened AS (
      INSERT INTO ${registration} (tournament_id, game_id, test, currency, fee_minor, payer,
        max_entries, registration_closes_at, ends_at, created_at, scored)
      VALUES (${opened.tournamentId}, ${opened.gameId}, ${opened.test}, ${opened.currency},
        ${opened.feeMinor}, ${opened.payer}, ${opened.maxEntries}, ${opened.registrationClosesAt},
        ${opened.endsAt}, ${opened.test ? testTime(opened.gameId) : sql`now()`}, true)
      ON CONFLICT (tournament_id) DO NOTHING RETURNING tournament_id, game_id, test, ends_at, created_at
    ), opened_board AS (
      INSERT INTO ${board} (tournament_id, game_id, test, scoring, starts_at, ends_at, changed_at)
      SELECT tournament_id, game_id, test, ${JSON.stringify(scored.scoring)}::jsonb,
        ${scored.startsAt}::timestamptz, ends_at, created_at FROM opened
    )
    INSERT INTO ${stratum} (tournament_id, first, entries)
    SELECT tournament_id, ''::bytea, 0 FROM opened`);
}

/**
 * Closes registrations for good, and their boards: a score is recorded before, or refused. In the order
 * of their ids; those closed before, and those of other games, stay as they are. One never opened is
 * opened closed, so that a join that learnt of the tournament before it ended cannot open it afterwards.
 */
export async function closeRegistrations(
  db: Queryable,
  keys: readonly RegistrationKey[],
): Promise<void> {
  const ids = arrayOf(
    registration.tournamentId,
    keys.map((key) => key.tournamentId),
  );
  const gameIds = arrayOf(
    registration.gameId,
    keys.map((key) => key.gameId),
  );
  const tests = arrayOf(
    registration.test,
    keys.map((key) => key.test),
  );
  // The LIMIT makes this a look-up per key, whatever size the table had when it was planned. A board is
  // closed by an INSERT that never inserts: unlike an UPDATE it also meets one that was opened since
  // the statement began, as the registration is that it has waited for. It is closed once its lock is held:
  // after the last score, however long that was waited for.
  await db.execute(sql`
    WITH closed AS (INSERT INTO ${registration} (tournament_id, game_id, test, currency, fee_minor, payer,
      registration_closes_at, ends_at, closed_at)
    SELECT DISTINCT ON (key.tournament_id) key.tournament_id, key.game_id, key.test, '', 0,
      'game', 'epoch'::timestamptz, '9999-12-31'::timestamptz, ${gameTime("key")}
    FROM unnest(${ids}::uuid[], ${gameIds}::uuid[], ${sql.param(tests)}::boolean[])
      AS key (tournament_id, game_id, test)
      LEFT JOIN LATERAL (
        SELECT game_id, closed_at FROM ${registration}
        WHERE registration.tournament_id = key.tournament_id LIMIT 1
      ) AS known ON true
    WHERE coalesce(known.game_id, key.game_id) = key.game_id AND known.closed_at IS NULL
    ORDER BY key.tournament_id
    ON CONFLICT (tournament_id) DO UPDATE SET closed_at = excluded.closed_at
    WHERE registration.game_id = excluded.game_id AND registration.closed_at IS NULL
    RETURNING tournament_id, game_id, test, ends_at, closed_at, scored)
    INSERT INTO ${board} (tournament_id, game_id, test, scoring, starts_at, ends_at, closed_at)
    SELECT tournament_id, game_id, test, '{}', ends_at, ends_at, closed_at FROM closed WHERE scored
    ORDER BY tournament_id
    ON CONFLICT (tournament_id) DO UPDATE
      SET closed_at = greatest(${gameTime("board", "clock_timestamp()")}, board.changed_at)`);
}

const [change, changeRows] = rowsOf("change", {
  tournamentId: registration.tournamentId,
  seats: registration.seatsTaken,
});

const addSeats = prepared((db) =>
  db
    .update(registration)
    .set({ seatsTaken: sql`${registration.seatsTaken} + ${change.seats}` })
    .from(change)
    .where(eq(registration.tournamentId, change.tournamentId)),
);

/**
 * Counts a seat as taken for each tournament named, which may be several of one. Fails on the
 * constraint registration_seats beyond the limit.
 */
export async function countSeatsTaken(tx: Tx, tournamentIds: readonly string[]): Promise<void> {
  await addSeats(tx, changeRows(seatsOf(tournamentIds, 1)));
}

/** Counts a seat as free for each tournament named, which may be several of one. */
export async function countSeatsFreed(tx: Tx, tournamentIds: readonly string[]): Promise<void> {
  await addSeats(tx, changeRows(seatsOf(tournamentIds, -1)));
}

function seatsOf(tournamentIds: readonly string[], each: number) {
  const seats = new Map<string, number>();
  for (const id of tournamentIds) seats.set(id, (seats.get(id) ?? 0) + each);
  return Array.from(seats, ([tournamentId, count]) => ({ tournamentId, seats: count }));
}

/** How many confirmed entries a game's tournaments have, by tournament; those with no registration are absent. */
export async function countEntries(
  db: Queryable,
  gameId: string,
  tournamentIds: readonly string[],
): Promise<Map<string, number>> {
  const pending = pendingCountOf(registration.tournamentId);
  const rows = await db
    .select({
      tournamentId: registration.tournamentId,
      entries: sql<number>`${registration.seatsTaken} - ${pending}`,
    })
    .from(registration)
    .where(and(eq(registration.gameId, gameId), oneOf(registration.tournamentId, tournamentIds)));
  return new Map(rows.map((row) => [row.tournamentId, row.entries]));
}
