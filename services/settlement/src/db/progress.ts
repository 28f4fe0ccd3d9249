import { and, eq, sql } from "drizzle-orm";
import type { Queryable } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { rowsOf } from "@tms/kit/database/rows-of";
import { traced } from "@tms/kit/process/fault-points";
import {
  CHANGED,
  idsOf,
  LEASE_END,
  lockedIf,
  NOW,
  SETTLEMENT,
  type ChangedRow,
  type SettlementRow,
} from "./settlements.ts";
import { settlement } from "./tables.ts";

// Failures are counted from the last progress.
const NO_FAILURES = { failures: 0, defects: 0, lastError: null };

/** A settlement that begins, with the amount at which its pool was closed. */
export interface Beginning {
  tournamentId: string;
  kind: SettlementRow["kind"];
  currency: string;
  poolMinor: bigint;
}

const scheduled = lockedIf(sql`${settlement.state} = 'scheduled'`);
const [beginning, beginningRows] = rowsOf("beginning", {
  tournamentId: settlement.tournamentId,
  kind: settlement.kind,
  currency: settlement.currency,
  poolMinor: settlement.poolMinor,
});
const beginMany = prepared((db) =>
  db
    .with(scheduled)
    .update(settlement)
    .set({
      ...NO_FAILURES,
      state: "planning",
      kind: sql`${beginning.kind}`,
      currency: sql`${beginning.currency}`,
      poolMinor: sql`${beginning.poolMinor}`,
      leaseUntil: LEASE_END,
    })
    .from(beginning)
    .innerJoin(scheduled, eq(scheduled.tournamentId, beginning.tournamentId))
    .where(eq(settlement.tournamentId, beginning.tournamentId))
    .returning(SETTLEMENT),
);

/** Scheduled → planning. Leaves out those that were not scheduled. */
export async function toPlanning(
  db: Queryable,
  beginnings: readonly Beginning[],
): Promise<SettlementRow[]> {
  const ids = beginnings.map(({ tournamentId }) => tournamentId);
  return await traced("settlement.begin", () =>
    beginMany(db, { ...idsOf(ids), ...beginningRows(beginnings) }),
  );
}

/** The totals of a plan, stored by the worker who has the settlement. */
export interface PlanTotals {
  settlement: Pick<SettlementRow, "tournamentId" | "leaseUntil">;
  feeMinor: bigint;
  entries: number;
  payouts: number;
}

const planning = lockedIf(sql`${settlement.state} = 'planning'`);
const [plan, planRows] = rowsOf("plan", {
  tournamentId: settlement.tournamentId,
  leaseUntil: settlement.leaseUntil,
  feeMinor: settlement.feeMinor,
  entries: settlement.entries,
  payouts: settlement.payouts,
});
const planMany = prepared((db) =>
  db
    .with(planning)
    .update(settlement)
    .set({
      ...NO_FAILURES,
      state: "paying",
      feeMinor: sql`${plan.feeMinor}`,
      entries: sql`${plan.entries}`,
      payouts: sql`${plan.payouts}`,
      leaseUntil: LEASE_END,
    })
    .from(plan)
    .innerJoin(planning, eq(planning.tournamentId, plan.tournamentId))
    .where(
      and(
        eq(settlement.tournamentId, plan.tournamentId),
        eq(settlement.leaseUntil, plan.leaseUntil),
      ),
    )
    .returning(CHANGED),
);

/**
 * Planning → paying: the plans are stored. Leaves out those that were not being planned, or not by
 * this worker: another's plan may not be stored as a whole yet.
 */
export async function toPaying(db: Queryable, plans: readonly PlanTotals[]): Promise<ChangedRow[]> {
  const rows = plans.map(({ settlement: held, ...totals }) => ({ ...held, ...totals }));
  const ids = rows.map(({ tournamentId }) => tournamentId);
  return await planMany(db, { ...idsOf(ids), ...planRows(rows) });
}

const paying = lockedIf(sql`${settlement.state} = 'paying'`);
const finishMany = prepared((db) =>
  db
    .with(paying)
    .update(settlement)
    .set({ ...NO_FAILURES, state: "done", finishedAt: NOW, leaseUntil: null })
    .from(paying)
    .where(eq(settlement.tournamentId, paying.tournamentId))
    .returning(CHANGED),
);

/** Paying → done. Leaves out those that were not being paid. */
export async function toDone(db: Queryable, ids: readonly string[]): Promise<ChangedRow[]> {
  return await finishMany(db, idsOf(ids));
}
