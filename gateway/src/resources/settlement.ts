import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import * as field from "@tms/resources/field";
import { Payout, RankPrize, Settlement } from "@tms/resources/settlement";
import { currencyOf } from "@tms/resources/values/money";
import { JournalLine, Seal, transferOf } from "@tms/resources/wallet";
import { Type } from "typebox";
import { cursor, nextCursor, pageQuery } from "@tms/resources/input";
import { readsOf } from "../rest/operation.ts";

const get = readsOf("settlement", { scope: "read" });

export const settlementOperations = [
  get("getSettlement", "/tournament/:tournamentId/settlement", {
    summary: "Retrieve a settlement",
    description:
      "Returns the settlement of a tournament and a page of its payouts or refunds, the best rank first. A settlement exists after the tournament was published. Poll until `state` is `done`, or wait for the event `settlement.done`.",
    query: {
      expand: Type.Enum(["attempts"], {
        description: "Send `attempts` to include the failed attempts to settle.",
      }),
    },
    page: [1_000, 50],
    problems: ["SETTLEMENT_NOT_FOUND"],
    returns: "The settlement and a page of its payouts.",
    reply: {
      settlement: field.one(Settlement, "settlement"),
      payouts: field.many(Payout, "The payouts or refunds, the best rank first.", "payouts"),
    },
    async handle({ target, query, page }, { settlement: service }) {
      const { settlement, ...found } = await service.getSettlement({ ...target, ...page });
      const showAttempts = query.expand === "attempts";
      return { ...found, settlement: settlement && { ...settlement, showAttempts } };
    },
  }),

  get("previewSettlement", "/tournament/:tournamentId/settlement/preview", {
    summary: "Preview a settlement",
    description:
      "Returns the prizes and payouts of a published tournament as if it ended now. The preview uses the rules of the settlement with the current ranking and prize pool. It stores nothing and moves no money. Each page shows the state at the time of its request.",
    query: { ...pageQuery(1_000, 50), cursor: cursor(310) },
    problems: ["TOURNAMENT_NOT_PUBLISHED", "INVALID_PAGE_TOKEN"],
    returns: "The prizes and payouts if the tournament ended now.",
    reply: {
      kind: Settlement.fields.kind,
      currency: field.currency,
      pool: field.money("The amount in the prize pool."),
      platformFee: field.money("The platform's share of the pool."),
      entries: Settlement.fields.entries,
      prizes: field.many(
        RankPrize,
        "The prizes, the best rank first. Empty if entry fees would be refunded.",
        "prizes",
      ),
      payouts: field.many(
        Payout,
        "The payouts or refunds, in the order of payment. A page can have fewer than `limit`, because gamers who would get nothing are omitted.",
        "payouts",
      ),
      asOf: field.moment("The time of the ranking."),
      nextCursor,
    },
    handle: ({ target, page }, { settlement: service }) =>
      service.previewSettlement({ ...target, ...page }),
  }),

  get("getStatement", "/tournament/:tournamentId/statement", {
    summary: "Retrieve the prize pool statement",
    description:
      "Returns all transfers into and out of the prize pool of a tournament, oldest first, and the seals that cover them. Use the seals to verify that no transfer was changed or removed.",
    page: [1_000, 50],
    returns: "A page of the prize pool's transfers, oldest first, and their seals.",
    reply: {
      account: field.id(
        "The id of the ledger account of the prize pool. The first seal begins with this id.",
        "accountId",
      ),
      lines: field.many(JournalLine, "The transfers, oldest first.", "lines"),
      seals: field.many(Seal, "The seals that cover these transfers.", "seals"),
    },
    async handle({ target, page, game, deadlineAt }, { wallet }, { readTournament }) {
      // This read throws for an unknown tournament. The wallet service cannot, because it has no prize pool
      // of a tournament before the first fee.
      await readTournament({ of: target, deadlineAt });
      const pool = { type: AccountType.PRIZE_POOL, ownerId: target.tournamentId };
      const found = await wallet.listJournal({
        ref: { gameId: game.id, ...pool },
        currency: currencyOf(game).code,
        ...page,
      });
      const lines = found.lines.map((line) => ({ ...line, ...transferOf(line.transfer, pool) }));
      return { ...found, lines };
    },
  }),
];
