import { ref } from "@tms/resources/resource";
import { Payout, RankPrize, Settlement, SETTLEMENT_KINDS } from "@tms/resources/settlement";
import { currencyOf, exponentOf } from "@tms/resources/values/currency";
import { toMajor } from "@tms/resources/values/money";
import { isoOf } from "@tms/resources/values/times";
import { Type } from "typebox";
import { currency, dateTime, money, nextCursor, pageQuery } from "../openapi/fields.ts";
import { operationsOf } from "../rest/operation.ts";

const payouts = (description: string) => Type.Array(ref(Payout.schema), { description });
const { get } = operationsOf("settlement");

/** The operations on the settlement of a tournament. */
export const settlementOperations = [
  get("getSettlement", "/tournament/:tournamentId/settlement", {
    scope: "read",
    summary: "Retrieve a settlement",
    description:
      "Returns the settlement of a tournament and a page of its payouts or refunds, the best rank first. A settlement exists after the tournament was published. Poll until `state` is `done`, or wait for the event `settlement.done`. Needs the scope `read`.",
    query: {
      expand: Type.Optional(
        Type.Enum(["attempts"], {
          description: "Send `attempts` to include the failed attempts to settle.",
        }),
      ),
      ...pageQuery(1_000, 50),
    },
    problems: ["SETTLEMENT_NOT_FOUND", "INVALID_PAGE_TOKEN"],
    returns: "The settlement and a page of its payouts.",
    reply: {
      settlement: ref(Settlement.schema),
      payouts: payouts("The payouts or refunds, the best rank first."),
      nextCursor,
    },
    async handle({ target, query, page, game }, { settlement: service }) {
      const found = await service.getSettlement({ ...target, ...page });
      const shown = found.settlement && {
        ...found.settlement,
        showAttempts: query.expand === "attempts",
      };
      return {
        settlement: Settlement.toJson(shown, game),
        payouts: found.payouts.map((payout) => Payout.toJson(payout, game)),
        nextCursor: found.nextPageToken || null,
      };
    },
  }),

  get("previewSettlement", "/tournament/:tournamentId/settlement/preview", {
    scope: "read",
    summary: "Preview a settlement",
    description:
      "Returns the prizes and payouts of a published tournament as if it ended now. The preview uses the rules of the settlement with the current ranking and prize pool. It stores nothing and moves no money. Each page shows the state at the time of its request. Needs the scope `read`.",
    query: {
      ...pageQuery(1_000, 50),
      cursor: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 310,
          description: "The `nextCursor` of the previous page.",
        }),
      ),
    },
    problems: ["TOURNAMENT_NOT_PUBLISHED", "INVALID_PAGE_TOKEN"],
    returns: "The prizes and payouts if the tournament ended now.",
    reply: {
      kind: Settlement.schema.properties.kind,
      currency,
      pool: money("The amount in the prize pool."),
      platformFee: money("The platform's share of the pool."),
      entries: Settlement.schema.properties.entries,
      prizes: Type.Array(ref(RankPrize.schema), {
        description: "The prizes, the best rank first. Empty if entry fees would be refunded.",
      }),
      payouts: payouts(
        "The payouts or refunds, in the order of payment. A page can have fewer than `limit`, because gamers who would get nothing are omitted.",
      ),
      asOf: dateTime("The time of the ranking."),
      nextCursor,
    },
    async handle({ target, page, game }, { settlement: service }) {
      const preview = await service.previewSettlement({ ...target, ...page });
      const { pool, platformFee, prizes } = preview;
      return {
        kind: SETTLEMENT_KINDS.get(preview.kind),
        currency: currencyOf(game).code,
        pool: toMajor(pool?.minorUnits ?? 0n, exponentOf(game)),
        platformFee: toMajor(platformFee?.minorUnits ?? 0n, exponentOf(game)),
        entries: preview.entries,
        prizes: prizes.map((prize) => RankPrize.toJson(prize, game)),
        payouts: preview.payouts.map((payout) => Payout.toJson(payout, game)),
        asOf: isoOf(preview.asOf),
        nextCursor: preview.nextPageToken || null,
      };
    },
  }),
];
