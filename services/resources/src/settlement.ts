import type { Game } from "@tms/proto/tms/game/v1/game";
import {
  SettlementKind,
  SettlementState,
  type Payout,
  type PreviewSettlementResponse,
  type Settlement,
} from "@tms/proto/tms/settlement/v1/settlement";
import type { Money } from "@tms/proto/tms/type/v1/money";
import { currencyOf, exponentOf } from "./values/currency.ts";
import { toMajor } from "./values/money.ts";
import { isoOf, isoOrNull } from "./values/times.ts";

/** A settlement as callers see it; its last error is for operators only. */
export function settlementJson(settlement: Settlement | undefined, game: Game) {
  if (settlement === undefined) throw new Error("a service returned no settlement");
  const planned = (money: Money | undefined) =>
    money === undefined ? null : toMajor(money.minorUnits, exponentOf(game));
  return {
    tournament: settlement.tournamentId,
    kind: kindName(settlement.kind),
    state: stateName(settlement.state),
    currency: currencyOf(game).code,
    pool: planned(settlement.pool),
    platformFee: planned(settlement.platformFee),
    entries: settlement.entries,
    payouts: settlement.payouts,
    dueAt: isoOrNull(settlement.dueTime),
    finishedAt: isoOrNull(settlement.finishTime),
  };
}

/** What is done with the money of a pool, as callers see it. */
export const SETTLEMENT_KINDS = ["payout", "refund"] as const;

const kindName = (kind: SettlementKind): (typeof SETTLEMENT_KINDS)[number] =>
  kind === SettlementKind.REFUND ? "refund" : "payout";

/** How far a settlement is, as callers see it. */
export const SETTLEMENT_STATES = ["scheduled", "planning", "paying", "done", "dead"] as const;

function stateName(state: SettlementState): (typeof SETTLEMENT_STATES)[number] {
  switch (state) {
    case SettlementState.SCHEDULED:
      return "scheduled";
    case SettlementState.PLANNING:
      return "planning";
    case SettlementState.PAYING:
      return "paying";
    case SettlementState.DONE:
      return "done";
    case SettlementState.DEAD:
      return "dead";
    default:
      throw new Error(`a settlement has the unknown state ${state}`);
  }
}

/** The same, and how often it was tried in vain. */
export const withAttempts = (
  json: ReturnType<typeof settlementJson>,
  settlement: Settlement | undefined,
) => ({
  ...json,
  attempts: {
    failed: settlement?.failures ?? 0,
    nextAt: isoOrNull(settlement?.nextAttemptTime),
  },
});

/** What a settlement that began now would pay, as callers see it. */
export function previewJson(preview: PreviewSettlementResponse, game: Game) {
  const major = (money: Money | undefined) => toMajor(money?.minorUnits ?? 0n, exponentOf(game));
  return {
    kind: kindName(preview.kind),
    currency: currencyOf(game).code,
    pool: major(preview.pool),
    platformFee: major(preview.platformFee),
    entries: preview.entries,
    prizes: preview.prizes.map(({ rank, entries, each }) => ({ rank, entries, each: major(each) })),
    payouts: preview.payouts.map((payout) => payoutJson(payout, game)),
    asOf: isoOf(preview.asOf),
    nextCursor: preview.nextPageToken || null,
  };
}

/** One payout as callers see it. */
export const payoutJson = (payout: Payout, game: Game) => ({
  entry: payout.entryId,
  gamer: payout.gamerId,
  gamerHandle: payout.handle,
  rank: payout.rank ?? null,
  amount: toMajor(payout.amount?.minorUnits ?? 0n, exponentOf(game)),
  transaction: payout.transferId,
  paidAt: isoOrNull(payout.payTime),
});
