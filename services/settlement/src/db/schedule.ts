import { sql, type SQL } from "drizzle-orm";
import { realTimeOf, testTime } from "@tms/kit/database/game-time";
import type { Db, Queryable } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import { traced } from "@tms/kit/process/fault-points";
import { lockClock } from "./clocks.ts";
import type { SettlementKey } from "./settlements.ts";
import { settlement } from "./tables.ts";

/** A settlement to be scheduled, and whether it is of a test environment. */
export interface ToSchedule extends SettlementKey {
  test: boolean;
}

// A refund stays a refund, what has begun stays, and no game reaches a tournament of another.
const MAY_BE_SCHEDULED = sql`${settlement.state} = 'scheduled' AND ${settlement.kind} = 'payout'
  AND ${settlement.gameId} = excluded.game_id`;

/**
 * Has a tournament settled at a moment by its environment's clock. Messages may come late or twice: the
 * earliest moment wins. Only an earlier moment has it taken up earlier: a repeat cuts short no pause and
 * no lease.
 */
export async function schedule(
  db: Db,
  { dueAt, ...key }: ToSchedule & { dueAt: Date },
): Promise<void> {
  if (!key.test)
    return await traced("settlement.schedule", () => insertScheduled(db, key, dueAt, dueAt));
  await transaction(db, "settlement.schedule", async (tx) => {
    await lockClock(tx, key.gameId, "shared");
    const runAt = realTimeOf(sql`${dueAt.toISOString()}::timestamptz`, key.gameId);
    await insertScheduled(tx, key, dueAt, runAt);
  });
}

async function insertScheduled(
  db: Queryable,
  key: ToSchedule,
  dueAt: Date,
  runAt: Date | SQL,
): Promise<void> {
  const isEarlier = sql`excluded.due_at < ${settlement.dueAt}`;
  await db
    .insert(settlement)
    .values({ ...key, kind: "payout", dueAt, runAt })
    .onConflictDoUpdate({
      target: settlement.tournamentId,
      set: {
        dueAt: sql`least(${settlement.dueAt}, excluded.due_at)`,
        runAt: sql`CASE WHEN ${isEarlier} THEN excluded.run_at ELSE ${settlement.runAt} END`,
        leaseUntil: sql`CASE WHEN NOT ${isEarlier} THEN ${settlement.leaseUntil} END`,
      },
      setWhere: MAY_BE_SCHEDULED,
    });
}

/** Turns a settlement that has not begun into a refund that is due now. */
export async function scheduleRefund(db: Queryable, key: ToSchedule): Promise<void> {
  const refund = {
    kind: "refund",
    dueAt: key.test ? testTime(key.gameId) : sql`now()`,
    runAt: sql`now()`,
    leaseUntil: null,
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
