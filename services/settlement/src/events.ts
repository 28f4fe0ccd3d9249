import type { Change, NewEvent } from "@tms/kit/events/event";
import type { Origin } from "@tms/kit/rpc/origin";
import { SYSTEM } from "@tms/kit/values/actor";
import type { ChangedRow, SettlementRow } from "./db/settlements.ts";
import { settlementMessage } from "./messages.ts";

// Settlements go on by themselves.
const BY_ITSELF: Origin = { actor: SYSTEM, requestId: null };

const eventOf = (row: ChangedRow, change: Change, origin = BY_ITSELF): NewEvent => ({
  gameId: row.gameId,
  time: row.changedAt,
  origin,
  change,
});

/** Its plan is stored. */
export const planned = (row: ChangedRow): NewEvent =>
  eventOf(row, { case: "settlementPlanned", value: { settlement: settlementMessage(row) } });

/** Everybody is paid. */
export const done = (row: ChangedRow): NewEvent =>
  eventOf(row, { case: "settlementDone", value: { settlement: settlementMessage(row) } });

/** It waits for an operator. Why is for operators alone. */
export const failed = (row: ChangedRow): NewEvent => {
  const settlement = { ...settlementMessage(row), lastError: "" };
  return eventOf(row, { case: "settlementFailed", value: { settlement } });
};

/** Somebody had it taken up again. */
export const resumed = (row: ChangedRow, origin: Origin): NewEvent => {
  const settlement = { ...settlementMessage(row), lastError: "" };
  return eventOf(row, { case: "settlementResumed", value: { settlement } }, origin);
};

/** A part of a plan that was paid, by its first and last position. */
export interface PaidStretch {
  settlement: Pick<SettlementRow, "tournamentId" | "gameId">;
  fromPosition: number;
  throughPosition: number;
}

/**
 * A stretch of a plan is paid: the publisher makes an event of each payout. It does so when the moment
 * of the payment is stored, so the stretch needs none.
 */
export const paidOut = (stretch: PaidStretch): NewEvent => ({
  gameId: stretch.settlement.gameId,
  time: new Date(),
  origin: BY_ITSELF,
  change: {
    case: "payoutStretch",
    value: {
      tournamentId: stretch.settlement.tournamentId,
      firstPosition: stretch.fromPosition,
      lastPosition: stretch.throughPosition,
    },
  },
});
