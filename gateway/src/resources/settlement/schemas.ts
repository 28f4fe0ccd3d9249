import { SETTLEMENT_KINDS, SETTLEMENT_STATES } from "@tms/resources/settlement";
import { Type, type Static } from "typebox";
import { DATA_EXAMPLES } from "../../openapi/examples/events.ts";
import { EXAMPLES } from "../../openapi/examples/examples.ts";
import {
  closed,
  currency,
  dateTime,
  id,
  money,
  nextCursor,
  nullable,
  pageQuery,
  ref,
} from "../../openapi/schemas/fields.ts";

export const SettlementSchema = Type.Object(
  {
    tournament: id("The id of the tournament."),
    kind: Type.Enum([...SETTLEMENT_KINDS], {
      description:
        "Whether the settlement pays prizes (`payout`) or returns entry fees (`refund`).",
    }),
    state: Type.Enum([...SETTLEMENT_STATES], {
      description:
        "The progress of the settlement. A `dead` settlement has stopped and needs an operator.",
    }),
    currency,
    pool: nullable(
      money("The amount in the prize pool when it was closed. Null until the payouts are planned."),
    ),
    platformFee: nullable(
      money("The platform's share of the pool. Null until the payouts are planned."),
    ),
    entries: Type.Integer({
      description: "The number of entries, including disqualified entries.",
    }),
    payouts: Type.Integer({ description: "The number of planned payouts or refunds." }),
    dueAt: nullable(dateTime("When the settlement is due.")),
    finishedAt: nullable(dateTime("When the settlement was done. Null until then.")),
    attempts: Type.Optional(
      Type.Object(
        {
          failed: Type.Integer({
            description: "The number of failed attempts since the last progress.",
          }),
          nextAt: nullable(dateTime("When the next attempt starts. Null if no attempt failed.")),
        },
        { description: "The failed attempts to settle. Only with `expand=attempts`." },
      ),
    ),
  },
  {
    $id: "Settlement",
    examples: [EXAMPLES.Settlement],
    description: "The payout or refund of a tournament's prize pool.",
  },
);
export type SettlementJson = Static<typeof SettlementSchema>;

export const PayoutSchema = Type.Object(
  {
    entry: id("The id of the entry that is paid or refunded."),
    gamer: id("The id of the gamer."),
    gamerHandle: Type.String({ description: "The handle of the gamer." }),
    rank: nullable(
      Type.Integer({ description: "The rank that wins this payout. Null for a refund." }),
    ),
    amount: money("The amount of the payout or refund."),
    transaction: id("The id of the ledger transfer."),
    paidAt: nullable(dateTime("When the payout was made. Null until then.")),
  },
  { $id: "Payout", examples: [EXAMPLES.Payout], description: "A payout or refund to one gamer." },
);
export type PayoutJson = Static<typeof PayoutSchema>;

/** A payout as events show it. */
export const EventPayoutSchema = Type.Object(
  {
    tournament: id("The id of the tournament."),
    position: Type.Integer({
      description: "The number of this payout among the planned payouts, starting at 1.",
    }),
    ...PayoutSchema.properties,
  },
  {
    $id: "EventPayout",
    examples: [DATA_EXAMPLES["payout.paid"].payout],
    description: "A payout or refund that was made.",
  },
);

export const SettlementQuery = closed({
  expand: Type.Optional(
    Type.Enum(["attempts"], {
      description: "Send `attempts` to include the failed attempts to settle.",
    }),
  ),
  ...pageQuery(1_000, 50),
});
export const SettlementReply = Type.Object(
  {
    settlement: ref(SettlementSchema),
    payouts: Type.Array(ref(PayoutSchema), {
      description: "The payouts or refunds, the best rank first.",
    }),
    nextCursor,
  },
  { description: "The settlement and a page of its payouts." },
);

export const RankPrizeSchema = Type.Object(
  {
    rank: Type.Integer({ description: "The rank." }),
    entries: Type.Integer({ description: "The number of entries that share the rank." }),
    each: money(
      "The prize of each entry. The entry that joined first also gets the remainder from rounding.",
    ),
  },
  {
    $id: "RankPrize",
    examples: [EXAMPLES.RankPrize],
    description: "The prize for each entry of a rank.",
  },
);

export const PreviewQuery = closed({
  ...pageQuery(1_000, 50),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 310,
      description: "The `nextCursor` of the previous page.",
    }),
  ),
});
export const PreviewReply = Type.Object(
  {
    kind: SettlementSchema.properties.kind,
    currency,
    pool: money("The amount in the prize pool."),
    platformFee: money("The platform's share of the pool."),
    entries: Type.Integer({
      description: "The number of entries, including disqualified entries.",
    }),
    prizes: Type.Array(ref(RankPrizeSchema), {
      description: "The prizes, the best rank first. Empty if entry fees would be refunded.",
    }),
    payouts: Type.Array(ref(PayoutSchema), {
      description:
        "The payouts or refunds, in the order of payment. A page can have fewer than `limit`, because gamers who would get nothing are omitted.",
    }),
    asOf: dateTime("The time of the ranking."),
    nextCursor,
  },
  { description: "The prizes and payouts if the tournament ended now." },
);
