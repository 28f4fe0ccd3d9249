import type { Game } from "@tms/proto/tms/game/v1/game";
import {
  SettlementKind,
  SettlementState,
  type Payout as PayoutMessage,
  type RankPrize as RankPrizeMessage,
  type Settlement as SettlementMessage,
} from "@tms/proto/tms/settlement/v1/settlement";
import { Type } from "typebox";
import * as field from "./field.ts";
import { momentSchema, nullable, resource } from "./resource.ts";
import { isoOrNull } from "./values/times.ts";

const KINDS = field.words(SettlementKind);
const STATES = field.words(SettlementState);

/** A settlement without its last error, which is for operators only. */
export const Settlement = resource<SettlementMessage & { showAttempts?: boolean }, Game>()(
  "Settlement",
  "The payout or refund of a tournament's prize pool.",
  {
    tournament: "0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11",
    kind: "payout",
    state: "done",
    currency: "USD",
    pool: 1250,
    platformFee: 0,
    entries: 500,
    payouts: 3,
    dueAt: "2030-05-01T20:00:00.000Z",
    finishedAt: "2030-05-01T20:00:00.480Z",
  },
  {
    tournament: field.id("The id of the tournament.", "tournamentId"),
    kind: KINDS.field(
      "Whether the settlement pays prizes (`payout`) or returns entry fees (`refund`).",
    ),
    state: STATES.field(
      "The progress of the settlement. A `dead` settlement has stopped and needs an operator.",
    ),
    currency: field.currency,
    pool: field.moneyOrNull(
      "The amount in the prize pool when it was closed. Null until the payouts are planned.",
    ),
    platformFee: field.moneyOrNull(
      "The platform's share of the pool. Null until the payouts are planned.",
    ),
    entries: field.integer("The number of entries, including disqualified entries."),
    payouts: field.integer("The number of planned payouts or refunds."),
    dueAt: field.momentOrNull("When the settlement is due.", "dueTime"),
    finishedAt: field.momentOrNull("When the settlement was done. Null until then.", "finishTime"),
    attempts: field.optional(
      Type.Object(
        {
          failed: Type.Integer({
            description: "The number of failed attempts since the last progress.",
          }),
          nextAt: nullable(
            momentSchema("When the next attempt starts. Null if no attempt failed."),
          ),
        },
        { description: "The failed attempts to settle. Only with `expand=attempts`." },
      ),
      ({ showAttempts, failures, nextAttemptTime }) =>
        showAttempts ? { failed: failures, nextAt: isoOrNull(nextAttemptTime) } : undefined,
    ),
  },
);

const payoutExample = {
  entry: "0197d9b1-22aa-7b0c-8c4d-1e2f3a4b5c6d",
  gamer: "0197d9b1-22a4-7f3e-9b8a-0c1d2e3f4a5b",
  gamerHandle: "ada",
  rank: 1,
  amount: 750,
  transaction: "5f6b1f0e-6b1c-5c1b-9d0e-3a2b1c0d9e8f",
  paidAt: "2030-05-01T20:00:00.410Z",
};
const payoutFields = {
  entry: field.id("The id of the entry that is paid or refunded.", "entryId"),
  gamer: field.id("The id of the gamer.", "gamerId"),
  gamerHandle: field.text("The handle of the gamer.", "handle"),
  rank: field.integerOrNull("The rank that wins this payout. Null for a refund."),
  amount: field.money("The amount of the payout or refund."),
  transaction: field.id("The id of the ledger transfer.", "transferId"),
  paidAt: field.momentOrNull("When the payout was made. Null until then.", "payTime"),
};

export const Payout = resource<PayoutMessage, Game>()(
  "Payout",
  "A payout or refund to one gamer.",
  payoutExample,
  payoutFields,
);

/** A payout in an event, with its tournament and its position among the planned payouts. */
export const EventPayout = resource<
  PayoutMessage & { tournamentId: string; position: number },
  Game
>()(
  "EventPayout",
  "A payout or refund that was made.",
  { tournament: Settlement.example.tournament, position: 1, ...payoutExample },
  {
    tournament: field.id("The id of the tournament.", "tournamentId"),
    position: field.integer("The number of this payout among the planned payouts, starting at 1."),
    ...payoutFields,
  },
);

export const RankPrize = resource<RankPrizeMessage, Game>()(
  "RankPrize",
  "The prize for each entry of a rank.",
  { rank: 1, entries: 1, each: 750 },
  {
    rank: field.integer("The rank."),
    entries: field.integer("The number of entries that share the rank."),
    each: field.money(
      "The prize of each entry. The entry that joined first also gets the remainder from rounding.",
    ),
  },
);
