import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import { JournalLine, Seal } from "@tms/resources/journal";
import { ref } from "@tms/resources/resource";
import { currencyOf } from "@tms/resources/values/currency";
import { Type } from "typebox";
import type { TournamentReader } from "../batching/tournament-reads.ts";
import { id, nextCursor, pageQuery } from "../openapi/fields.ts";
import { operationsOf } from "../rest/operation.ts";

const { get } = operationsOf<{ readTournament: TournamentReader }>("settlement");

/** The operation that returns the sealed lines of a tournament's prize pool. */
export const journalOperations = [
  get("getStatement", "/tournament/:tournamentId/statement", {
    scope: "read",
    summary: "Retrieve the prize pool statement",
    description:
      "Returns all transfers into and out of the prize pool of a tournament, oldest first, and the seals that cover them. Use the seals to verify that no transfer was changed or removed. Needs the scope `read`.",
    query: pageQuery(1_000, 50),
    problems: ["INVALID_PAGE_TOKEN"],
    returns: "A page of the prize pool's transfers, oldest first, and their seals.",
    reply: {
      account: id(
        "The id of the ledger account of the prize pool. The first seal begins with this id.",
      ),
      lines: Type.Array(ref(JournalLine.schema), { description: "The transfers, oldest first." }),
      seals: Type.Array(ref(Seal.schema), { description: "The seals that cover these transfers." }),
      nextCursor,
    },
    async handle(call, { wallet }, { readTournament }) {
      const { game, page } = call;
      const { tournamentId } = call.params;
      // This read throws for an unknown tournament. The wallet service cannot distinguish an unknown pool
      // from an empty one, because the first fee opens a pool.
      await readTournament({ of: call.target, deadlineAt: call.deadlineAt });
      const pool = { gameId: game.id, type: AccountType.PRIZE_POOL, ownerId: tournamentId };
      const found = await wallet.listJournal({
        ref: pool,
        currency: currencyOf(game).code,
        ...page,
      });
      return {
        account: found.accountId,
        lines: found.lines.map((line) => JournalLine.toJson(line, { tournamentId, game })),
        seals: found.seals.map((seal) => Seal.toJson(seal)),
        nextCursor: found.nextPageToken || null,
      };
    },
  }),
];
