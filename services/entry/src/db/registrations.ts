import { and, eq, getColumns, isNull, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { arrayLiteral, toLiterals } from "@tms/kit/database/array-literal";
import { sqlState } from "@tms/kit/database/errors";
import { gameTime, gameTimeText, testTime } from "@tms/kit/database/game-time";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { columnList, oneOf } from "@tms/kit/database/rows-of";
import { required } from "@tms/kit/errors/domain-error";
import { traced } from "@tms/kit/process/fault-points";
import type { ScoringTerms } from "@tms/kit/values/scoring";
import { board, pendingJoin, registration, stratum } from "./tables.ts";

type Stored = typeof registration.$inferSelect;

export interface RegistrationRow extends Omit<Stored, "lastEliminatedAt" | "rankedUpTo"> {
  /** The time at which the row was read, by the clock of the environment. */
  readAt: Date;
}

/** Returns whether a registration has terms. A registration that was inserted as closed has none. */
export const wasOpened = ({ currency }: Pick<RegistrationRow, "currency">): boolean =>
  currency !== "";

export type TournamentKey = Pick<Stored, "gameId" | "tournamentId">;
export type RegistrationKey = TournamentKey & Pick<Stored, "test">;

const { lastEliminatedAt: _, rankedUpTo: __, ...STORED } = getColumns(registration);
const REGISTRATION = { ...STORED, readAt: gameTime("registration", "clock_timestamp()") };

/** Properties of a board. Without a board, `noScore` is `in` and `listed` is 0, as if no gamer had scored. */
export interface ItsBoard {
  noScore: ScoringTerms["noScore"];
  /** The number of entries with a sort key. */
  listed: number;
}

/** A registration, the number of its pending entries, and its board, at the same moment. */
export interface RegistrationState extends RegistrationRow, ItsBoard {
  pending: number;
}

const foundBoard = new QueryBuilder()
  .select({ noScore: sql`${board.scoring} ->> 'noScore'`.as("no_score"), listed: board.listed })
  .from(board)
  .where(eq(board.tournamentId, registration.tournamentId))
  .limit(1)
  .as("its_board");

export const itsBoard = {
  table: foundBoard,
  columns: {
    noScore: sql<ItsBoard["noScore"]>`coalesce(${foundBoard.noScore}, 'in')`,
    listed: sql<number>`coalesce(${foundBoard.listed}, 0)`,
  },
};

export const countConfirmed = ({ seatsTaken, pending }: RegistrationState): number =>
  seatsTaken - pending;

export const countRankable = (state: RegistrationState): number =>
  countConfirmed(state) - state.disqualified;

/** Counts the entries that can be paid. With `noScore: "out"`, only entries with a sort key can be paid. */
export const countPayable = (state: RegistrationState): number =>
  state.noScore === "in" ? countRankable(state) : state.listed;

/** Finds registrations. One statement reads seats and pending entries, so both are from the same moment. */
export const findRegistrations = async (db: Queryable, tournamentIds: readonly string[]) =>
  await db
    .select({
      ...REGISTRATION,
      ...itsBoard.columns,
      pending: pendingCount(registration.tournamentId),
    })
    .from(registration)
    .leftJoinLateral(itsBoard.table, sql`true`)
    .where(oneOf(registration.tournamentId, tournamentIds));

export async function readTime(db: Queryable, { gameId, test }: Pick<Stored, "gameId" | "test">) {
  const now = test ? testTime(sql`${gameId}::uuid`) : sql`now()`;
  const { rows } = await db.execute<{ at: Date }>(sql`SELECT (${now})::timestamptz(3) AS at`);
  return required(rows[0], "Postgres returned no time").at;
}

export async function findRegistered(db: Queryable, tournamentIds: readonly string[]) {
  const rows = await db
    .select({ id: registration.tournamentId })
    .from(registration)
    .where(oneOf(registration.tournamentId, tournamentIds));
  return rows.map((row) => row.id);
}

/** The handling of rows that other transactions have locked: wait for the locks, or skip the rows. */
export type WhenHeld = "wait" | "skip";

export async function lockRegistrations(
  tx: Tx,
  tournamentIds: readonly string[],
  whenHeld: WhenHeld = "wait",
): Promise<RegistrationRow[]> {
  // The outer query reads the time, because a locking query may compute its columns before it has the lock.
  const { rows } = await tx.$client.query<Pick<RegistrationRow, keyof RegistrationRow>>({
    name: `lock-registrations-${whenHeld}`,
    text: `WITH locked AS (
        SELECT * FROM registration WHERE tournament_id = ANY($1::uuid[]) ORDER BY tournament_id
        FOR NO KEY UPDATE ${whenHeld === "skip" ? "SKIP LOCKED" : ""}
      )
      SELECT ${columnList(STORED)}, ${gameTimeText("locked", "clock_timestamp()")} AS "readAt"
      FROM locked`,
    values: [arrayLiteral(tournamentIds)],
  });
  return rows;
}

// The SQLSTATE of a statement that waited for a lock longer than lock_timeout.
const LOCK_NOT_AVAILABLE = "55P03";

/** Runs work that locks rows. If a wait exceeds lock_timeout, repeats the work and skips locked rows. */
export async function withoutStuck<T>(work: (whenHeld: WhenHeld) => Promise<T>): Promise<T> {
  try {
    return await work("wait");
  } catch (error) {
    if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
    return await work("skip");
  }
}

/** The terms of a tournament. `scoring` is null if the tournament takes no scores. */
type NewRegistration = Omit<typeof registration.$inferInsert, "scored"> & {
  scoring: ScoringTerms | null;
  startsAt: Date;
};

/** Inserts a registration, and a board if the tournament takes scores. Existing rows are not changed. */
export async function insertRegistration(
  db: Queryable,
  { scoring, startsAt, ...opened }: NewRegistration,
): Promise<void> {
  // A single statement inserts all rows, so that no reader sees the registration without its board.
  await traced("entry.open-registration", () =>
    db.execute(sql`
      WITH opened AS (
        INSERT INTO ${registration} (tournament_id, game_id, test, currency, fee_minor, payer,
          max_entries, registration_closes_at, ends_at, created_at, scored)
        VALUES (${opened.tournamentId}, ${opened.gameId}, ${opened.test}, ${opened.currency},
          ${opened.feeMinor}, ${opened.payer}, ${opened.maxEntries ?? null}, ${opened.registrationClosesAt},
          ${opened.endsAt}, ${opened.test ? testTime(opened.gameId) : sql`now()`},
          ${scoring !== null})
        ON CONFLICT (tournament_id) DO NOTHING RETURNING *
      ), opened_board AS (
        INSERT INTO ${board} (tournament_id, game_id, test, scoring, starts_at, ends_at, changed_at)
        SELECT tournament_id, game_id, test, ${JSON.stringify(scoring)}::jsonb,
          ${startsAt}::timestamptz, ends_at, created_at FROM opened WHERE scored
      ), opened_stratum AS (
        INSERT INTO ${stratum} (tournament_id, first, entries)
        SELECT tournament_id, ''::bytea, 0 FROM opened WHERE scored
      )
      SELECT tournament_id FROM opened`),
  );
}

/**
 * Closes registrations and their boards, in the order of their ids. Inserts a missing registration as closed,
 * so that a join that read the tournament before its end cannot insert an open registration.
 */
export async function closeRegistrations(db: Queryable, keys: readonly RegistrationKey[]) {
  const [ids, gameIds, tests] = toLiterals(keys, "tournamentId", "gameId", "test");
  // With the LIMIT, Postgres looks up each key, even if the statement was planned on an empty table. The
  // INSERT into the board table only closes boards. Unlike an UPDATE, it also finds a board that was created
  // after the statement began. It reads the closing time under the lock, so that no score has a later time.
  await db.execute(sql`
    WITH closed AS (INSERT INTO ${registration} (tournament_id, game_id, test, currency, fee_minor, payer,
      registration_closes_at, ends_at, closed_at)
    SELECT DISTINCT ON (key.tournament_id) key.tournament_id, key.game_id, key.test, '', 0,
      'game', 'epoch'::timestamptz, '9999-12-31'::timestamptz, ${gameTime("key")}
    FROM unnest(${ids}::uuid[], ${gameIds}::uuid[], ${tests}::boolean[])
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

/** Counts confirmed entries by tournament. Tournaments without a registration are absent. */
export async function countEntries(
  db: Queryable,
  gameId: string,
  tournamentIds: readonly string[],
): Promise<Map<string, number>> {
  const pending = pendingCount(registration.tournamentId);
  const rows = await db
    .select({
      tournamentId: registration.tournamentId,
      entries: sql<number>`${registration.seatsTaken} - ${pending}`,
    })
    .from(registration)
    .where(and(eq(registration.gameId, gameId), oneOf(registration.tournamentId, tournamentIds)));
  return new Map(rows.map((row) => [row.tournamentId, row.entries]));
}

export type FrozenRegistration = Awaited<ReturnType<typeof markFrozen>>[number];

/** Marks rankings as final. Returns the registrations that this call marked. */
export const markFrozen = async (db: Queryable, tournamentIds: readonly string[]) =>
  await db
    .update(registration)
    .set({ frozenAt: gameTime("registration") })
    .where(and(oneOf(registration.tournamentId, tournamentIds), isNull(registration.frozenAt)))
    .returning({
      gameId: registration.gameId,
      tournamentId: registration.tournamentId,
      at: sql<Date>`${registration.frozenAt}`,
    });

export const pendingCount = (tournamentId: SQLWrapper): SQL<number> =>
  sql<number>`(SELECT count(*)::int FROM ${pendingJoin} WHERE ${pendingJoin.tournamentId} = ${tournamentId})`;

/** Returns SQL for whether a gamer can still join. `row` is the SQL alias of the registration. */
export const isOpen = (row: string) =>
  sql<boolean>`${sql.raw(`(${row}.closed_at IS NULL
  AND least(${row}.registration_closes_at, ${row}.ends_at) > ${gameTimeText(row, "statement_timestamp()")}
  AND (${row}.max_entries IS NULL OR ${row}.seats_taken < ${row}.max_entries))`)}`;

/** Returns SQL for whether joins can change eliminated ranks; with `noScore: "out"`, scores can too. */
export const isProvisional = (row: string, tournamentId: SQLWrapper) =>
  sql<boolean>`(${isOpen(row)} OR ${pendingCount(tournamentId)} > 0
  OR (${sql.raw(`${row}.scored AND ${row}.frozen_at IS NULL`)}
    AND EXISTS (${boardWithoutUnscored(tournamentId)})))`;

/**
 * Returns SQL for the number of entries from which `rankOf` computes ranks of eliminated entries. Includes
 * disqualified entries. With `noScore: "out"`, excludes entries that are in without a score and rank behind.
 */
export const rankableEntries = (row: string, tournamentId: SQLWrapper) => sql<number>`coalesce(
  CASE WHEN ${sql.raw(`${row}.scored THEN ${row}.disqualified`)} + (${boardWithoutUnscored(tournamentId)}) END,
  ${sql.raw(`${row}.seats_taken`)} - ${pendingCount(tournamentId)})`;

const boardWithoutUnscored = (tournamentId: SQLWrapper) => sql`SELECT ${board.listed} FROM ${board}
  WHERE ${board.tournamentId} = ${tournamentId} AND ${board.scoring} ->> 'noScore' = 'out'`;
