import type { Db, Tx } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import { batchBytes } from "@tms/kit/events/batch";
import { eventOf } from "@tms/kit/events/event";
import { stageEvents } from "@tms/kit/events/stage";
import type { FaultPoint } from "@tms/kit/process/fault-points";
import { batched } from "./batched.ts";
import { findUnpaid, insertPayouts, recordPayment, sumPayouts } from "./db/payouts.ts";
import {
  begin,
  claim,
  finish,
  plan,
  renewLease,
  type ChangedRow,
  type Leased,
  type SettlementRow,
} from "./db/settlements.ts";
import { TakenOverError } from "./errors.ts";
import { paymentEvent, settlementEvent, type SettlementChange } from "./events.ts";

// A plan with more payouts does not share its statements.
const SMALL_PLAN = 100;

/**
 * The queries of settlements. Settlements that run at the same time share their statements. A write returns
 * undefined if another worker has made it.
 */
export function createQueries(db: Db) {
  const onDb = <I, O>(
    query: (db: Db, inputs: readonly I[]) => Promise<readonly O[]>,
    isLarge?: (input: I) => boolean,
  ) => batched((inputs: readonly I[]) => query(db, inputs), isLarge);
  const renew = onDb(renewLease);
  const record = onDb(recordPayment);
  return {
    claim: onDb(claim),
    begin: onDb(begin),
    insertPayouts: onDb(insertPayouts, ({ payouts }) => payouts.length > SMALL_PLAN),
    sumPayouts: onDb(sumPayouts),
    plan: onDb(withEvents("settlement.plan", "settlementPlanned", plan)),
    findUnpaid: onDb(
      findUnpaid,
      ({ payouts }: SettlementRow & { position: number | null }) =>
        (payouts ?? Infinity) > SMALL_PLAN,
    ),
    finish: onDb(withEvents("settlement.finish", "settlementDone", finish)),
    /** Renews the worker's lease. Throws TakenOverError if another worker has the settlement. */
    renewLease: async (settlement: Leased) => keepLease(settlement, await renew(settlement)),
    /** Records the payouts between two positions as paid, and renews the worker's lease. */
    async recordPayment(settlement: SettlementRow, firstPosition: number, throughPosition: number) {
      const event = paymentEvent(settlement, firstPosition, throughPosition);
      const payment = { ...settlement, throughPosition, events: batchBytes([eventOf(event)]) };
      keepLease(settlement, await record(payment));
    },
  };
}

export type Queries = ReturnType<typeof createQueries>;

function keepLease(settlement: Leased, renewed: Leased | undefined): void {
  if (!renewed) throw new TakenOverError("another worker holds the lease on the settlement");
  settlement.leaseUntil = renewed.leaseUntil;
}

/** Makes a write that stages an event of each settlement that it changes, in one transaction. */
const withEvents =
  <I>(
    faultPoint: FaultPoint,
    change: SettlementChange,
    write: (tx: Tx, inputs: readonly I[]) => Promise<(ChangedRow | undefined)[]>,
  ) =>
  (db: Db, inputs: readonly I[]) =>
    transaction(db, faultPoint, async (tx) => {
      const rows = await write(tx, inputs);
      await stageEvents(
        tx,
        rows.flatMap((row) => (row ? [settlementEvent(change, row)] : [])),
      );
      return rows;
    });
