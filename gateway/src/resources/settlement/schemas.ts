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
    tournament: id("The tournament."),
    kind: Type.Enum([...SETTLEMENT_KINDS], {
      description: "Prizes to the best, or fees given back.",
    }),
    state: Type.Enum([...SETTLEMENT_STATES], {
      description: "How far it is; `dead` waits for an operator.",
    }),
    currency,
    pool: nullable(money("What the pool held when it was closed; null before the plan is made.")),
    platformFee: nullable(money("The platform's share; null before the plan is made.")),
    entries: Type.Integer({ description: "Entries, the disqualified too." }),
    payouts: Type.Integer({ description: "Planned payouts or refunds." }),
    dueAt: nullable(dateTime("When it is due.")),
    finishedAt: nullable(dateTime("When it was done.")),
    attempts: Type.Optional(
      Type.Object(
        {
          failed: Type.Integer({ description: "Attempts that failed since it last got on." }),
          nextAt: nullable(dateTime("When it is tried again; null when nothing failed.")),
        },
        { description: "Only with `expand=attempts`." },
      ),
    ),
  },
  {
    $id: "Settlement",
    examples: [EXAMPLES.Settlement],
    description: "How a tournament's pool is paid out or given back.",
  },
);
export type SettlementJson = Static<typeof SettlementSchema>;

export const PayoutSchema = Type.Object(
  {
    entry: id("The entry it rewards or refunds."),
    gamer: id("The gamer."),
    gamerHandle: Type.String(),
    rank: nullable(Type.Integer({ description: "The rank it is for; null on a refund." })),
    amount: money("How much."),
    transaction: id("The ledger transfer that pays it."),
    paidAt: nullable(dateTime("When the ledger made that transfer; null before.")),
  },
  { $id: "Payout", examples: [EXAMPLES.Payout], description: "One gamer's share of the plan." },
);
export type PayoutJson = Static<typeof PayoutSchema>;

/** A payout as events show it. */
export const EventPayoutSchema = Type.Object(
  {
    tournament: id("The tournament."),
    position: Type.Integer({ description: "Which of the planned payouts, counted from 1." }),
    ...PayoutSchema.properties,
  },
  {
    $id: "EventPayout",
    examples: [DATA_EXAMPLES["payout.paid"].payout],
    description: "A payout or refund that the ledger has made.",
  },
);

export const SettlementQuery = closed({
  expand: Type.Optional(
    Type.Enum(["attempts"], { description: "Adds how often the settlement was tried in vain." }),
  ),
  ...pageQuery(1_000, 50),
});
export const SettlementReply = Type.Object(
  {
    settlement: ref(SettlementSchema),
    payouts: Type.Array(ref(PayoutSchema)),
    nextCursor,
  },
  { description: "The settlement and a page of its payouts." },
);

export const RankPrizeSchema = Type.Object(
  {
    rank: Type.Integer({ description: "The rank it is for." }),
    entries: Type.Integer({ description: "How many share the rank." }),
    each: money("What each of them wins; who joined first also wins what rounding leaves."),
  },
  {
    $id: "RankPrize",
    examples: [EXAMPLES.RankPrize],
    description: "What the entries of a rank win.",
  },
);

export const PreviewQuery = closed({
  ...pageQuery(1_000, 50),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 310,
      description: "The `nextCursor` of the page before.",
    }),
  ),
});
export const PreviewReply = Type.Object(
  {
    kind: SettlementSchema.properties.kind,
    currency,
    pool: money("What the pool holds."),
    platformFee: money("The platform's share."),
    entries: Type.Integer({ description: "Entries, the disqualified too." }),
    prizes: Type.Array(ref(RankPrizeSchema), {
      description: "Best rank first; empty where fees would be given back.",
    }),
    payouts: Type.Array(ref(PayoutSchema), {
      description:
        "A page of what would be paid, in the order of payment. A page can have fewer than `limit`: who would get nothing is left out.",
    }),
    asOf: dateTime("The moment that the ranking is of."),
    nextCursor,
  },
  { description: "What would be paid, as of this moment." },
);
