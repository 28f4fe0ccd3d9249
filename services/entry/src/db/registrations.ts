import { and, eq, exists, getColumns, isNotNull, isNull, not, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { arrayOf, oneOf } from "@tms/kit/database/rows-of";
import { traced } from "@tms/kit/process/fault-points";
import { pendingJoin, registration } from "./tables.ts";

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

/** Reads the registration of a tournament, if it was ever opened. */
export async function findRegistration(
  db: Queryable,
  tournamentId: string,
): Promise<RegistrationRow | undefined> {
  const [row] = await db
    .select(REGISTRATION)
    .from(registration)
    .where(eq(registration.tournamentId, tournamentId));
  return row;
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

const itsPendingJoins = new QueryBuilder()
  .select({ id: pendingJoin.entryId })
  .from(pendingJoin)
  .where(eq(pendingJoin.tournamentId, registration.tournamentId));

/**
 * Reads a registration that is closed and has no pending entry, which is how it stays: its seats are
 * its entries. One statement, because a join that is seen neither here nor there would be missed.
 */
export async function findFinishedRegistration(
  db: Queryable,
  tournamentId: string,
): Promise<RegistrationRow | undefined> {
  const [row] = await db
    .select(REGISTRATION)
    .from(registration)
    .where(
      and(
        eq(registration.tournamentId, tournamentId),
        isNotNull(registration.closedAt),
        not(exists(itsPendingJoins)),
      ),
    );
  return row;
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

/**
 * Locks registrations against joins and eliminations, in the order of their ids. `whenHeld` says
 * whether to wait for those that others hold, or to leave them out.
 */
export async function lockRegistrations(
  tx: Tx,
  tournamentIds: readonly string[],
  whenHeld: "wait" | "skip" = "wait",
): Promise<RegistrationRow[]> {
  return await lock[whenHeld](tx, { ids: arrayOf(registration.tournamentId, tournamentIds) });
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
 * Closes a registration for good. One never opened is opened closed, so that a join that learnt of
 * the tournament before it ended cannot open it afterwards.
 */
export async function closeRegistration(
  db: Queryable,
  { tournamentId, gameId }: TournamentKey,
): Promise<void> {
  await traced("entry.close-registration", async () => {
    await db
      .insert(registration)
      .values({
        tournamentId,
        gameId,
        currency: "",
        feeMinor: 0n,
        payer: "game",
        registrationClosesAt: sql`'epoch'`,
        endsAt: sql`'9999-12-31'`,
        closedAt: sql`now()`,
      })
      .onConflictDoUpdate({
        target: registration.tournamentId,
        set: { closedAt: sql`coalesce(${registration.closedAt}, now())` },
      });
  });
}

/** Closes those registrations that exist, are their game's and have few seats taken; returns their ids. */
export async function closeSmallRegistrations(
  db: Queryable,
  tournaments: readonly TournamentKey[],
  mostSeats: number,
): Promise<string[]> {
  const ids = arrayOf(
    registration.tournamentId,
    tournaments.map((key) => key.tournamentId),
  );
  const gameIds = arrayOf(
    registration.gameId,
    tournaments.map((key) => key.gameId),
  );
  const { rows } = await traced("entry.close-registration", () =>
    db.execute<{ id: string }>(sql`
      WITH locked AS MATERIALIZED (
        SELECT tournament_id FROM ${registration}
        JOIN unnest(${ids}::uuid[], ${gameIds}::uuid[]) AS key (tournament_id, game_id)
          USING (tournament_id, game_id)
        WHERE seats_taken <= ${mostSeats}
        ORDER BY tournament_id FOR NO KEY UPDATE OF registration
      )
      UPDATE ${registration} SET closed_at = coalesce(closed_at, now())
      WHERE tournament_id IN (SELECT tournament_id FROM locked) RETURNING tournament_id AS id`),
  );
  return rows.map((row) => row.id);
}

/** Marks the rankings of tournaments as final. */
export async function markFrozen(db: Queryable, tournamentIds: readonly string[]): Promise<void> {
  await db
    .update(registration)
    .set({ frozenAt: sql`now()` })
    .where(and(oneOf(registration.tournamentId, tournamentIds), isNull(registration.frozenAt)));
}
