import type { Db } from "@tms/kit/database/handle";
import {
  insertPayouts,
  nextPayouts,
  recordPayments,
  sumPayouts,
  unpaidPayouts,
  type Paid,
  type PlanPart,
  type PlanSum,
  type UnpaidRow,
} from "../db/payouts.ts";
import { toDone, toPaying, toPlanning, type Beginning, type PlanTotals } from "../db/progress.ts";
import { claim, holdUntil, type SettlementRow } from "../db/settlements.ts";
import { gather, takeBy } from "./batched.ts";

/** How many payouts a plan may have whose statements are shared with those of others. */
export const SMALL_PLAN = 100;

/**
 * The statements of a settlement; those of settlements under way at the same time go as one.
 * Where a row is returned it is undefined when another worker was quicker.
 */
export interface Store {
  claim(tournamentId: string): Promise<SettlementRow | undefined>;
  toPlanning(beginning: Beginning): Promise<SettlementRow | undefined>;
  insertPayouts(part: PlanPart): Promise<void>;
  sumPayouts(tournamentId: string): Promise<PlanSum>;
  toPaying(plan: PlanTotals): Promise<SettlementRow | undefined>;
  /** The next payouts of a plan, in order: after a position, or after those recorded as paid. */
  nextPayouts(plan: SettlementRow, after: number | null, limit: number): Promise<UnpaidRow[]>;
  /** Records what was paid, and keeps the settlement; throws when it is another worker's. */
  recordPayment(paid: Paid): Promise<void>;
  toDone(tournamentId: string): Promise<SettlementRow | undefined>;
}

export function createStore(db: Db): Store {
  const storeSmall = gather(async (parts: readonly PlanPart[]) => {
    await insertPayouts(db, parts);
    return parts.map(() => undefined);
  });
  const unpaidOfSmall = gather(async (ids: readonly string[]) => {
    const rows = Map.groupBy(await unpaidPayouts(db, ids), (row) => row.tournament_id);
    return ids.map((id) => rows.get(id) ?? []);
  });
  const sum = gather(async (ids: readonly string[]) => {
    const sums = new Map((await sumPayouts(db, ids)).map((row) => [row.tournamentId, row]));
    return ids.map((id) => sums.get(id));
  });
  const record = gather(async (paid: readonly Paid[]) => {
    const take = takeBy(await recordPayments(db, paid), (row) => row.tournament_id);
    return paid.map((item) => take(item.settlement.tournament_id)?.retry_at);
  });
  return {
    claim: gather(async (ids: readonly string[]) =>
      ids.map(takeBy(await claim(db, ids), (row) => row.tournament_id)),
    ),
    toPlanning: gather(async (items: readonly Beginning[]) => {
      const take = takeBy(await toPlanning(db, items), (row) => row.tournament_id);
      return items.map((item) => take(item.tournamentId));
    }),
    toPaying: gather(async (items: readonly PlanTotals[]) => {
      const take = takeBy(await toPaying(db, items), (row) => row.tournament_id);
      return items.map((item) => take(item.tournamentId));
    }),
    toDone: gather(async (ids: readonly string[]) =>
      ids.map(takeBy(await toDone(db, ids), (row) => row.tournament_id)),
    ),
    insertPayouts: (part) =>
      part.payouts.length > SMALL_PLAN ? insertPayouts(db, [part]) : storeSmall(part),
    async sumPayouts(tournamentId) {
      const total = await sum(tournamentId);
      if (total === undefined) throw new Error("a plan was not added up");
      return total;
    },
    nextPayouts: (plan, after, limit) =>
      after === null && (plan.payouts ?? Infinity) <= SMALL_PLAN
        ? unpaidOfSmall(plan.tournament_id)
        : nextPayouts(db, plan.tournament_id, after, limit),
    async recordPayment(paid) {
      holdUntil(paid.settlement, await record(paid));
    },
  };
}
