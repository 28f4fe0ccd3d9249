import type { FastifyRequest } from "fastify";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import type { AccountName } from "./accounts.ts";
import type { App } from "../../app-type.ts";
import type { Clients } from "../../clients.ts";
import { findGamer } from "../../paths/gamer.ts";
import { currencyOf } from "../../values/currency.ts";
import { callerOf } from "../../auth/principal.ts";
import { within } from "../../http/deadline.ts";
import * as operations from "./operations.ts";
import { transactionJson } from "./json.ts";

/** Statements: what moved money into and out of an account, newest first. */
export function transactionRoutes(app: App, { entry, wallet }: Clients): void {
  app.get(
    "/wallet/:handle/transactions",
    { schema: operations.listTransactions },
    async (request) => {
      const gamer = await findGamer(entry, request);
      return await statement(
        request,
        { type: AccountType.GAMER, ownerId: gamer.id },
        request.query,
      );
    },
  );

  app.get("/account/transactions", { schema: operations.listGameTransactions }, async (request) => {
    const { game } = callerOf(request);
    return await statement(request, { type: AccountType.GAME, ownerId: game.id }, request.query);
  });

  async function statement(
    request: FastifyRequest,
    account: AccountName,
    { limit, cursor }: { limit?: number; cursor?: string },
  ) {
    const { game } = callerOf(request);
    const page = await wallet.listTransfers(
      {
        ref: { gameId: game.id, ...account },
        currency: currencyOf(game).code,
        pageSize: limit ?? 0,
        pageToken: cursor ?? "",
      },
      within(request),
    );
    return {
      transactions: page.transfers.map((transfer) => transactionJson(transfer, account, game)),
      nextCursor: page.nextPageToken || null,
    };
  }
}
