import { and, asc, eq, sql } from "drizzle-orm";
import { isAheadBy, raiseAhead, realTimeOf, testTime } from "@tms/kit/database/game-time";
import type { Db, Queryable, Tx } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import { traced } from "@tms/kit/process/fault-points";
import { traceContext } from "@tms/kit/tracing/spans";
import { IS_OPEN, type SettlementKey, type SettlementRow } from "./settlements.ts";
import { settlement } from "./tables.ts";

type ScheduleKey = SettlementKey & Pick<SettlementRow, "test">;

// SQL: the settlement can be rescheduled. Refunds and settlements that have begun cannot.
const MAY_BE_SCHEDULED = sql`${settlement.state} = 'scheduled' AND ${settlement.kind} = 'payout'
  AND ${settlement.gameId} = excluded.game_id`;
const IS_EARLIER = sql`excluded.due_at < ${settlement.dueAt}`;

/** Schedules a settlement, or moves it earlier and ends a pause or lease. Otherwise changes nothing. */
export async function schedule(db: Db, { dueAt, ...key }: ScheduleKey & { dueAt: Date }) {
  const insert = (handle: Queryable) =>
    handle
      .insert(settlement)
      .values({
        ...key,
        kind: "payout",
        dueAt,
        traceContext: traceContext() ?? null,
        runAt: key.test ? realTimeOf(sql`${dueAt.toISOString()}::timestamptz`, key.gameId) : dueAt,
      })
      .onConflictDoUpdate({
        target: settlement.tournamentId,
        set: {
          dueAt: sql`least(${settlement.dueAt}, excluded.due_at)`,
          runAt: sql`CASE WHEN ${IS_EARLIER} THEN excluded.run_at ELSE ${settlement.runAt} END`,
          leaseUntil: sql`CASE WHEN NOT ${IS_EARLIER} THEN ${settlement.leaseUntil} END`,
          traceContext: sql`CASE WHEN ${IS_EARLIER} THEN excluded.trace_context
            ELSE ${settlement.traceContext} END`,
        },
        setWhere: MAY_BE_SCHEDULED,
      });
  if (!key.test) return void (await traced("settlement.schedule", () => insert(db)));
  await transaction(db, "settlement.schedule", async (tx) => {
    await lockClock(tx, key.gameId, "shared");
    await insert(tx);
  });
}

/** Schedules a refund that is due now, in place of a payout settlement that has not begun. */
export async function scheduleRefund(db: Queryable, key: ScheduleKey) {
  const refund = {
    kind: "refund",
    dueAt: key.test ? testTime(key.gameId) : sql`now()`,
    runAt: sql`now()`,
    leaseUntil: null,
    traceContext: traceContext() ?? null,
  } as const;
  await traced("settlement.schedule-refund", () =>
    db
      .insert(settlement)
      .values({ ...key, ...refund })
      .onConflictDoUpdate({
        target: settlement.tournamentId,
        set: refund,
        setWhere: MAY_BE_SCHEDULED,
      }),
  );
}

/**
 * Locks the clock of a test environment until the transaction ends. {@link schedule} shares the lock. {@link
 * moveClock} takes the lock exclusively, so that it finds every settlement that was scheduled with the
 * previous time. The lock is a separate statement, so that the next statement sees all earlier commits.
 */
async function lockClock(tx: Tx, gameId: string, mode: "shared" | "exclusive") {
  const lock = mode === "shared" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock";
  await tx.execute(sql`SELECT ${sql.raw(lock)}(hashtextextended('clock/' || ${gameId}::text, 0))`);
}

// SQL: run_at follows the test clock. After a failure, run_at is the end of a pause in real time.
const FOLLOWS_CLOCK = sql`${settlement.test} AND ${settlement.state} = 'scheduled'
  AND ${settlement.deadAt} IS NULL AND ${settlement.failures} = 0`;

/** Moves a test clock to at least `aheadMs` ahead of real time. Throws CLOCK_LIVE for live settlements. */
export async function moveClock(db: Db, gameId: string, aheadMs: bigint) {
  if (await isAheadBy(db, gameId, aheadMs)) return;
  await transaction(db, "settlement.advance-clock", async (tx) => {
    await lockClock(tx, gameId, "exclusive");
    await raiseAhead(tx, gameId, aheadMs);
    const runAt = realTimeOf(sql`${settlement.dueAt}`, gameId);
    await tx
      .update(settlement)
      .set({ runAt })
      .where(
        and(eq(settlement.gameId, gameId), FOLLOWS_CLOCK, sql`${settlement.runAt} > ${runAt}`),
      );
  });
}

const IS_UNCLAIMED = sql`${settlement.runAt} <= now() AND ${settlement.leaseUntil} IS NULL`;

const isUnsettled = (gameId: string, until: Date) =>
  and(
    eq(settlement.gameId, gameId),
    sql`${settlement.test} AND ${settlement.dueAt} <= ${until}`,
    IS_OPEN,
  );

/** Counts settlements that are due by `until`, a time of the test clock, and are neither done nor dead. */
export const countUnsettled = async (db: Queryable, gameId: string, until: Date) =>
  await db.$count(settlement, isUnsettled(gameId, until));

/** Returns settlements that {@link countUnsettled} counts, that can start now, and that have no lease. */
export const findUnclaimed = async (db: Queryable, gameId: string, until: Date, limit: number) =>
  await db
    .select({ tournamentId: settlement.tournamentId, runAt: settlement.runAt })
    .from(settlement)
    .where(and(isUnsettled(gameId, until), IS_UNCLAIMED))
    .orderBy(asc(settlement.dueAt))
    .limit(limit);
