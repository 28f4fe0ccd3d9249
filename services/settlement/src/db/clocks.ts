import { and, asc, eq, sql } from "drizzle-orm";
import { isAheadBy, raiseAhead, realTimeOf } from "@tms/kit/database/game-time";
import type { Db, Queryable, Tx } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import { IS_OPEN, type ComingRow } from "./settlements.ts";
import { settlement } from "./tables.ts";

/**
 * Holds the clock of a test environment until the transaction ends: those who schedule by it hold it
 * together, whoever moves it holds it alone. So nothing is scheduled by a clock of before that
 * {@link moveClock} did not see. The lock is a statement of its own, because those after it must see what
 * was committed before it was given.
 */
export async function lockClock(tx: Tx, gameId: string, how: "shared" | "alone"): Promise<void> {
  const lock = sql.raw(how === "shared" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock");
  await tx.execute(sql`SELECT ${lock}(hashtextextended('clock/' || ${gameId}::text, 0))`);
}

// Those that the clock can bring nearer: one that has failed was due before, and waits in real time.
const MOVES = sql`${settlement.test} AND ${settlement.state} = 'scheduled'
  AND ${settlement.deadAt} IS NULL AND ${settlement.failures} = 0`;

/**
 * Moves the clock of a test environment forward, and with it the moments at which its settlements are
 * taken up. Throws CLOCK_LIVE for an environment that has live settlements.
 */
export async function moveClock(db: Db, gameId: string, aheadMs: bigint): Promise<void> {
  if (await isAheadBy(db, gameId, aheadMs)) return;
  await transaction(db, "settlement.advance-clock", async (tx) => {
    await lockClock(tx, gameId, "alone");
    await raiseAhead(tx, gameId, aheadMs);
    const runAt = realTimeOf(sql`${settlement.dueAt}`, gameId);
    await tx
      .update(settlement)
      .set({ runAt })
      .where(and(eq(settlement.gameId, gameId), MOVES, sql`${settlement.runAt} > ${runAt}`));
  });
}

const dueUntil = (gameId: string, until: Date) =>
  and(
    eq(settlement.gameId, gameId),
    sql`${settlement.test} AND ${settlement.dueAt} <= ${until}`,
    IS_OPEN,
  );

/** How many settlements of a test environment, due until a moment by its clock, are neither done nor dead. */
export async function countUnsettled(db: Queryable, gameId: string, until: Date): Promise<number> {
  return await db.$count(settlement, dueUntil(gameId, until));
}

/** Those of them that nobody has begun with, the earliest first. */
export async function findDueOfTest(
  db: Queryable,
  gameId: string,
  until: Date,
  limit: number,
): Promise<Omit<ComingRow, "inMs">[]> {
  return await db
    .select({ tournamentId: settlement.tournamentId, at: settlement.runAt })
    .from(settlement)
    .where(
      and(
        dueUntil(gameId, until),
        sql`${settlement.runAt} <= now() AND ${settlement.leaseUntil} IS NULL`,
      ),
    )
    .orderBy(asc(settlement.dueAt))
    .limit(limit);
}
