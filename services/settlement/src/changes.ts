import type { Db } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import { batchBytes } from "@tms/kit/events/batch";
import { eventOf } from "@tms/kit/events/event";
import { stageEvents } from "@tms/kit/events/stage";
import type { Origin } from "@tms/kit/rpc/origin";
import { recordFailure, recordRetry, type Failure, type Leased, type Retry } from "./db/leases.ts";
import { recordPayments, type Paid } from "./db/payments.ts";
import { toDone, toPaying, type PlanTotals } from "./db/progress.ts";
import type { SettlementRow } from "./db/settlements.ts";
import { done, failed, paidOut, planned, resumed, type PaidStretch } from "./events.ts";

/** Planning → paying, and tells so. Leaves out those that were not being planned. */
export const storePlans = (db: Db, plans: readonly PlanTotals[]): Promise<SettlementRow[]> =>
  transaction(db, "settlement.plan", async (tx) => {
    const rows = await toPaying(tx, plans);
    await stageEvents(tx, rows.map(planned));
    return rows;
  });

/** Records paid stretches, and tells of those that were not recorded before; returns the new leases. */
export const recordStretches = (
  db: Db,
  stretches: readonly (PaidStretch & Pick<Paid, "settlement">)[],
): Promise<Leased[]> =>
  recordPayments(
    db,
    stretches.map((stretch) => ({ ...stretch, events: batchBytes([eventOf(paidOut(stretch))]) })),
  );

/** Paying → done, and tells so. Leaves out those that were not being paid. */
export const finish = (db: Db, ids: readonly string[]): Promise<SettlementRow[]> =>
  transaction(db, "settlement.finish", async (tx) => {
    const rows = await toDone(tx, ids);
    await stageEvents(tx, rows.map(done));
    return rows;
  });

/** Records a failed attempt, and tells of it when it was the last. */
export const noteFailure = (db: Db, leased: Leased, failure: Failure): Promise<void> =>
  transaction(db, "settlement.record-failure", async (tx) => {
    const row = await recordFailure(tx, leased, failure);
    if (row && failure.dead) await stageEvents(tx, [failed(row)]);
  });

/** Takes a settlement out of the dead-letter state, and tells so; undefined when it is not in it. */
export const retry = (db: Db, request: Retry, origin: Origin): Promise<SettlementRow | undefined> =>
  transaction(db, "settlement.revive", async (tx) => {
    const row = await recordRetry(tx, request);
    if (row) await stageEvents(tx, [resumed(row, origin)]);
    return row;
  });
