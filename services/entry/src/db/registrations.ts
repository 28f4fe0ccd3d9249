import { and, getColumns, isNull, sql } from "drizzle-orm";
import { sqlState } from "@tms/kit/database/errors";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { arrayOf, oneOf } from "@tms/kit/database/rows-of";
import { traced } from "@tms/kit/process/fault-points";
import { pendingCountOf } from "./pending-joins.ts";
import { registration } from "./tables.ts";

type Stored = typeof registration.$inferSelect;

/** A tournament's registration as stored. */
export interface RegistrationRow extends Omit<Stored, "lastEliminatedAt" | "createdAt"> {
  /** Postgres' clock when the row was read. */
  readAt: Date;
}

/** A tournament of a game. */
export interface TournamentKey {
  gameId: string;
  tournamentId: string;
}

/** What a registration is opened with. */
export interface NewRegistration extends Pick<
  Stored,
  | "tournamentId"
  | "gameId"
  | "currency"
  | "feeMinor"
  | "payer"
  | "maxEntries"
  | "registrationClosesAt"
  | "endsAt"
> {}

const { lastEliminatedAt: _, createdAt: __, ...STORED } = getColumns(registration);
const REGISTRATION = { ...STORED, readAt: sql<Date>`clock_timestamp()` };

/** A registration, and how many of its entries were pending at the same moment. */
export interface RegistrationState extends RegistrationRow {
  pending: number;
}

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

const locking = (config: { skipLocked?: true }) =>
  prepared((db) =>
    db
      .select(REGISTRATION)
      .from(registration)
      .where(oneOf(registration.tournamentId, sql.placeholder("ids")))
      .orderBy(registration.tournamentId)
      .for("no key update", config),
  );
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

/** Opens a registration; one that was opened or closed before stays as it is. */
export async function insertRegistration(db: Queryable, opened: NewRegistration): Promise<void> {
  await traced("entry.open-registration", async () => {
    await db
      .insert(registration)
      .values(opened)
      .onConflictDoNothing({ target: registration.tournamentId });
  });
}

/**
 * Closes registrations for good, in the order of their ids; those closed before, and those of other
 * games, stay as they are. One never opened is opened closed, so that a join that learnt of the
 * tournament before it ended cannot open it afterwards.
 */
export async function closeRegistrations(
  db: Queryable,
  keys: readonly TournamentKey[],
): Promise<void> {
  const ids = arrayOf(
    registration.tournamentId,
    keys.map((key) => key.tournamentId),
  );
  const gameIds = arrayOf(
    registration.gameId,
    keys.map((key) => key.gameId),
  );
  // The LIMIT makes this a look-up per key, whatever size the table had when it was planned.
  await db.execute(sql`
    INSERT INTO ${registration} (tournament_id, game_id, currency, fee_minor, payer,
      registration_closes_at, ends_at, closed_at)
    SELECT DISTINCT ON (key.tournament_id) key.tournament_id, key.game_id, '', 0, 'game',
      'epoch'::timestamptz, '9999-12-31'::timestamptz, now()
    FROM unnest(${ids}::uuid[], ${gameIds}::uuid[]) AS key (tournament_id, game_id)
      LEFT JOIN LATERAL (
        SELECT game_id, closed_at FROM ${registration}
        WHERE registration.tournament_id = key.tournament_id LIMIT 1
      ) AS known ON true
    WHERE coalesce(known.game_id, key.game_id) = key.game_id AND known.closed_at IS NULL
    ORDER BY key.tournament_id
    ON CONFLICT (tournament_id) DO UPDATE SET closed_at = excluded.closed_at
    WHERE registration.game_id = excluded.game_id AND registration.closed_at IS NULL`);
}

/** Marks the rankings of tournaments as final. */
export async function markFrozen(db: Queryable, tournamentIds: readonly string[]): Promise<void> {
  await db
    .update(registration)
    .set({ frozenAt: sql`now()` })
    .where(and(oneOf(registration.tournamentId, tournamentIds), isNull(registration.frozenAt)));
}
