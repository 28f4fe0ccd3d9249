import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { Db } from "@tms/kit/database/handle";
import { derivedEventId, type Change, type NewEvent } from "@tms/kit/events/event";
import type { Expand } from "@tms/kit/events/sender";
import type { Origin } from "@tms/kit/rpc/origin";
import { traceContext } from "@tms/kit/tracing/spans";
import { SYSTEM } from "@tms/kit/values/actor";
import { toMessage } from "@tms/kit/values/message";
import { wordsOf } from "@tms/kit/values/words";
import { EventSchema, type Event } from "@tms/proto/tms/event/v1/event";
import {
  PayoutSchema,
  SettlementKind,
  SettlementSchema,
  SettlementState,
  type Payout,
  type Settlement,
} from "@tms/proto/tms/settlement/v1/settlement";
import { listPaid, type PaidRow } from "./db/payouts.ts";
import type { SettlementRow, ChangedRow, SettlementKey } from "./db/settlements.ts";
import type { PlannedPayout } from "./prizes.ts";

export const KINDS = wordsOf(SettlementKind);
export const STATES = wordsOf(SettlementState);

export function settlementMessage(row: SettlementRow): Settlement {
  const { currency } = row;
  const money = (minorUnits: bigint | null) =>
    currency !== null && minorUnits !== null ? { currency, minorUnits } : null;
  const isRetried = row.failures > 0 && row.state !== "done" && row.deadAt === null;
  return toMessage(SettlementSchema, {
    ...row,
    state: row.deadAt ? "dead" : row.state,
    dueTime: row.dueAt,
    finishTime: row.finishedAt,
    nextAttemptTime: isRetried ? row.runAt : null,
    pool: money(row.poolMinor),
    platformFee: money(row.feeMinor),
  });
}

/** Converts a payout to a message. `paidAtMs` is 0 before the payment. */
export const payoutMessage = (payout: PlannedPayout, currency: string, paidAtMs = 0n): Payout =>
  toMessage(PayoutSchema, {
    ...payout,
    amount: { currency, minorUnits: payout.amountMinor },
    payTime: paidAtMs > 0n ? new Date(Number(paidAtMs)) : null,
  });

export const bySystem = (): Origin => ({ actor: SYSTEM, requestId: null, trace: traceContext() });

export type SettlementChange = Extract<Change["case"], `settlement${string}`>;

/** Returns the event of a settlement, without the last error, which only operators see. */
export const settlementEvent = (
  change: SettlementChange,
  row: ChangedRow,
  origin = bySystem(),
): NewEvent => ({
  gameId: row.gameId,
  time: row.changedAt,
  origin,
  change: { case: change, value: { settlement: { ...settlementMessage(row), lastError: "" } } },
});

/** Returns the event of a payment. The publisher replaces this event with one event per payout. */
export const paymentEvent = (
  { gameId, tournamentId }: SettlementKey,
  firstPosition: number,
  lastPosition: number,
): NewEvent => ({
  gameId,
  time: new Date(),
  origin: bySystem(),
  change: { case: "payoutStretch", value: { tournamentId, firstPosition, lastPosition } },
});

/** Creates the function that replaces payment events with one event per payout. A repeat has the same ids. */
export const expandPayouts =
  (db: Db): Expand =>
  async (payments) => {
    const paid = await listPaid(db, payments.map(toSpan));
    return payments.map((payment, index) =>
      (paid[index] ?? []).map((row) => payoutEvent(payment, row)),
    );
  };

function toSpan({ change }: Event) {
  if (change.case !== "payoutStretch") throw new Error("the event stands for no payouts");
  const { tournamentId, firstPosition: position, lastPosition: throughPosition } = change.value;
  return { tournamentId, position, throughPosition };
}

// Later payouts do not continue the trace. A trace of 100,000 payouts would be unreadable.
const MAX_TRACED = 100;

function payoutEvent({ id, gameId, origin }: Event, row: PaidRow): Event {
  const payout = payoutMessage(row, row.currency ?? "", BigInt(row.paidAt.getTime()));
  const { tournamentId, position } = row;
  return create(EventSchema, {
    id: derivedEventId(id, position),
    gameId,
    time: timestampFromDate(row.paidAt),
    ...(origin && {
      origin: { ...origin, traceContext: position <= MAX_TRACED ? origin.traceContext : "" },
    }),
    change: {
      case: row.kind === "refund" ? "refundPaid" : "payoutPaid",
      value: { tournamentId, payout, position },
    },
  });
}
