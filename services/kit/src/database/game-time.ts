import { sql, type SQL } from "drizzle-orm";
import { DomainError } from "../errors/domain-error.ts";
import { violatedConstraint } from "./errors.ts";
import type { Queryable } from "./handle.ts";
import { testClock } from "./tables.ts";

/** SQL for the real time: the start of the transaction, the start of the statement, or now. */
type RealTime = "now()" | "statement_timestamp()" | "clock_timestamp()";

const aheadOf = (gameId: SQL | string): SQL =>
  sql`coalesce((SELECT ahead FROM test_clock WHERE test_clock.game_id = ${gameId}), interval '0')`;

/** Returns the SQL of {@link gameTime} as a string, for statements without the query builder. */
export const gameTimeText = (row: string, real: RealTime = "now()"): string =>
  `CASE WHEN ${row}.test THEN ${real} + coalesce((SELECT ahead FROM test_clock
    WHERE test_clock.game_id = ${row}.game_id), interval '0') ELSE ${real} END`;

/**
 * Returns SQL for the time by the clock of a row's environment. `row` names a table or an alias with the
 * columns `test` and `game_id`. For rows of live environments, the SQL does not read `test_clock`.
 */
export const gameTime = (row: string, real: RealTime = "now()"): SQL<Date> =>
  sql<Date>`${sql.raw(gameTimeText(row, real))}`;

export const testTime = (gameId: SQL | string): SQL<Date> => sql<Date>`now() + ${aheadOf(gameId)}`;

/** Returns SQL for the real time at which the clock of a test environment shows `moment`. */
export const realTimeOf = (moment: SQL, gameId: SQL | string): SQL<Date> =>
  sql<Date>`${moment} - ${aheadOf(gameId)}`;

const aheadOfMs = (aheadMs: bigint): SQL => sql`${aheadMs}::bigint * interval '1 millisecond'`;

/** Reports whether the clock of a test environment was moved to at least `aheadMs` ahead of real time. */
export async function isAheadBy(db: Queryable, gameId: string, aheadMs: bigint): Promise<boolean> {
  const isThere = sql`${testClock.gameId} = ${gameId} AND ${testClock.ahead} >= ${aheadOfMs(aheadMs)}`;
  return (await db.$count(testClock, isThere)) > 0;
}

/**
 * Moves the clock of a test environment to `aheadMs` ahead of real time. Never moves the clock back. Throws
 * CLOCK_LIVE for an environment with live rows. Needs the table `test_clock`.
 */
export async function raiseAhead(db: Queryable, gameId: string, aheadMs: bigint): Promise<void> {
  try {
    await db
      .insert(testClock)
      .values({ gameId, ahead: aheadOfMs(aheadMs) })
      .onConflictDoUpdate({
        target: testClock.gameId,
        set: { ahead: sql`greatest(test_clock.ahead, excluded.ahead)` },
      });
  } catch (error) {
    if (violatedConstraint(error) !== "test_clock_of_test") throw error;
    throw new DomainError("CLOCK_LIVE", undefined, { cause: error });
  }
}
