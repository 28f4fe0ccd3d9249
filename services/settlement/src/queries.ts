import type { Db, Tx } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import { batchBytes } from "@tms/kit/events/batch";
import { eventOf } from "@tms/kit/events/event";
import { stageEvents } from "@tms/kit/events/stage";
import { traced, type FaultPoint } from "@tms/kit/process/fault-points";
import type { Origin } from "@tms/kit/rpc/origin";
import { batched } from "@tms/kit/batching/batched";
import { LIMITS } from "./clients.ts";
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
  type TournamentId,
} from "./db/settlements.ts";
import { TakenOverError } from "./errors.ts";
import { bySystem, paymentEvent, settlementEvent, type SettlementChange } from "./messages.ts";

// A page or plan with more payouts does not share its statements with other settlements.
const SMALL_PLAN = 100;

type Query<I, O> = (db: Db, inputs: readonly I[]) => Promise<readonly O[]>;

/** Creates queries that concurrent settlements share. A change that no longer applies returns undefined. */
export function createQueries(db: Db) {
  const read = <I, O>(query: Query<I, O>, isLarge?: (input: I) => boolean) =>
    batched(LIMITS, (inputs: readonly I[]) => query(db, inputs), isLarge);
  const write = <I, O>(point: FaultPoint, query: Query<I, O>, isLarge?: (input: I) => boolean) =>
    batched(LIMITS, (inputs: readonly I[]) => traced(point, () => query(db, inputs)), isLarge);
  const writeWithEvents = <I>(
    point: FaultPoint,
    change: SettlementChange,
    query: (tx: Tx, inputs: readonly I[]) => Promise<(ChangedRow | undefined)[]>,
  ) => {
    // The origin is part of the input, because each settlement of a batch has its own trace.
    const send = batched(LIMITS, (calls: readonly { input: I; origin: Origin }[]) =>
      transaction(db, point, async (tx) => {
        const inputs = calls.map(({ input }) => input);
        const rows = await query(tx, inputs);
        const events = calls.flatMap(({ origin }, index) => {
          const row = rows[index];
          return row ? [settlementEvent(change, row, origin)] : [];
        });
        await stageEvents(tx, events);
        return rows;
      }),
    );
    return (input: I) => send({ input, origin: bySystem() });
  };
  const renew = write("settlement.renew-lease", renewLease);
  const record = write("settlement.record-payment", recordPayment);
  return {
    claim: write("settlement.claim", claim),
    begin: write("settlement.begin", begin),
    insertPayouts: write(
      "settlement.store-payouts",
      insertPayouts,
      ({ payouts }) => payouts.length > SMALL_PLAN,
    ),
    sumPayouts: read(
      (of, plans: readonly (TournamentId & { entries: number })[]) => sumPayouts(of, plans),
      ({ entries }) => entries > SMALL_PLAN,
    ),
    plan: writeWithEvents("settlement.plan", "settlementPlanned", plan),
    findUnpaid: read(findUnpaid, ({ payouts }) => (payouts ?? Infinity) > SMALL_PLAN),
    finish: writeWithEvents("settlement.finish", "settlementDone", finish),
    /** Throws TakenOverError if the lease was lost. */
    renewLease: async (settlement: Leased) => keepLease(settlement, await renew(settlement)),
    /** Records a payment and renews the lease. Throws TakenOverError if the lease was lost. */
    async recordPayment(settlement: SettlementRow, firstPosition: number, throughPosition: number) {
      const event = eventOf(paymentEvent(settlement, firstPosition, throughPosition));
      const payment = { ...settlement, throughPosition, events: batchBytes([event]) };
      keepLease(settlement, await record(payment));
    },
  };
}

function keepLease(settlement: Leased, renewed: Leased | undefined) {
  if (!renewed) throw new TakenOverError("another worker holds the lease on the settlement");
  settlement.leaseUntil = renewed.leaseUntil;
}
