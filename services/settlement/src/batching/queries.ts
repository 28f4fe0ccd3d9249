import type { Db } from "@tms/kit/database/handle";
import { claim, holdUntil } from "../db/leases.ts";
import type { Paid } from "../db/payments.ts";
import { finish, recordStretches, storePlans } from "../changes.ts";
import type { PaidStretch } from "../events.ts";
import {
  findNextUnpaid,
  findUnpaid,
  insertPayouts,
  sumPayouts,
  type PlanPart,
  type PlanSum,
  type UnpaidRow,
} from "../db/payouts.ts";
import { toPlanning, type Beginning, type PlanTotals } from "../db/progress.ts";
import type { SettlementRow } from "../db/settlements.ts";
import { answersOnce, batched } from "./batched.ts";

/** How many payouts a plan may have whose statements are shared with those of others. */
export const SMALL_PLAN = 100;

/**
 * The statements of a settlement, sent together with those of others under way at the same time.
 * Where a row is returned it is undefined when another worker was quicker.
 */
export interface BatchedQueries {
  claim(tournamentId: string): Promise<SettlementRow | undefined>;
  toPlanning(beginning: Beginning): Promise<SettlementRow | undefined>;
  insertPayouts(part: PlanPart): Promise<void>;
  sumPayouts(tournamentId: string): Promise<PlanSum>;
  toPaying(plan: PlanTotals): Promise<SettlementRow | undefined>;
  /** The next payouts of a plan, in order: after a position, or after those recorded as paid. */
  findUnpaid(plan: SettlementRow, after: number | null, limit: number): Promise<UnpaidRow[]>;
  /** Records what was paid, and keeps the settlement; throws when it is another worker's. */
  recordPayment(paid: Stretch): Promise<void>;
  toDone(tournamentId: string): Promise<SettlementRow | undefined>;
}

/** A stretch of a plan, paid by the worker who has the settlement. */
type Stretch = PaidStretch & Pick<Paid, "settlement">;

const NO_PAYOUTS: PlanSum = { count: 0, entries: 0, totalMinor: 0n };

export function batchedQueries(db: Db): BatchedQueries {
  const insertSmall = batched(async (parts: readonly PlanPart[]) => {
    await insertPayouts(db, parts);
    return parts.map(() => undefined);
  });
  const unpaidOfSmall = batched(async (ids: readonly string[]) => {
    const rows = Map.groupBy(await findUnpaid(db, ids), (row) => row.tournamentId);
    return ids.map((id) => rows.get(id) ?? []);
  });
  const record = batched(async (paid: readonly Stretch[]) => {
    const take = answersOnce(await recordStretches(db, paid));
    return paid.map((item) => take(item.settlement.tournamentId)?.leaseUntil);
  });
  return {
    claim: batched(async (ids: readonly string[]) => ids.map(answersOnce(await claim(db, ids)))),
    toPlanning: batched(async (items: readonly Beginning[]) => {
      const take = answersOnce(await toPlanning(db, items));
      return items.map((item) => take(item.tournamentId));
    }),
    toPaying: batched(async (items: readonly PlanTotals[]) => {
      const take = answersOnce(await storePlans(db, items));
      return items.map((item) => take(item.settlement.tournamentId));
    }),
    toDone: batched(async (ids: readonly string[]) => ids.map(answersOnce(await finish(db, ids)))),
    insertPayouts: (part) =>
      part.payouts.length > SMALL_PLAN ? insertPayouts(db, [part]) : insertSmall(part),
    sumPayouts: batched(async (ids: readonly string[]) => {
      const sums = new Map((await sumPayouts(db, ids)).map((row) => [row.tournamentId, row]));
      return ids.map((id) => sums.get(id) ?? NO_PAYOUTS);
    }),
    findUnpaid: (plan, after, limit) =>
      after === null && (plan.payouts ?? Infinity) <= SMALL_PLAN
        ? unpaidOfSmall(plan.tournamentId)
        : findNextUnpaid(db, plan.tournamentId, after, limit),
    async recordPayment(paid) {
      holdUntil(paid.settlement, await record(paid));
    },
  };
}
