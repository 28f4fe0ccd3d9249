import { isId } from "@tms/kit/values/ids";
import type { FastifyRequest } from "fastify";
import type { App } from "../../app-type.ts";
import { principalOf } from "../../auth/principal.ts";
import type { Clients } from "../../clients.ts";
import { within } from "../../http/deadline.ts";
import { transactionJson } from "@tms/resources/wallet";
import { ProblemError } from "../../problems/problem-error.ts";
import { currencyOf } from "@tms/resources/values/currency";
import { ledgerAccountJson, ledgerJson, typeOf } from "./json.ts";
import * as operations from "./operations.ts";

/** All money of an environment: its accounts, their sums, their statements. */
export function ledgerRoutes(app: App, { wallet }: Pick<Clients, "wallet">): void {
  app.get("/ledger", operations.read, async (request) => {
    const { game } = principalOf(request);
    const ledger = await wallet.getLedger(ledgerOf(request), within(request));
    return { ledger: ledgerJson(ledger, game) };
  });

  app.get("/ledger/accounts", operations.listAccounts, async (request) => {
    const { game } = principalOf(request);
    const { type, limit = 0, cursor = "" } = request.query;
    const page = await wallet.listAccounts(
      { ...ledgerOf(request), type: typeOf(type), pageSize: limit, pageToken: cursor },
      within(request),
    );
    return {
      accounts: page.accounts.map((account) => ledgerAccountJson(account, game)),
      nextCursor: page.nextPageToken || null,
    };
  });

  app.get(
    "/ledger/accounts/:accountId/transactions",
    operations.listTransactions,
    async (request) => {
      const { game } = principalOf(request);
      const { limit = 0, cursor = "" } = request.query;
      const { gameId, currency } = ledgerOf(request);
      const accountId = accountIdOf(request);
      // Statements go by what an account belongs to, of which its id is derived.
      const { account } = await wallet.findAccount({ gameId, accountId }, within(request));
      const ref = account?.ref;
      if (ref === undefined) throw new Error("the wallet service returned no account");
      const page = await wallet.listTransfers(
        { ref, currency, pageSize: limit, pageToken: cursor },
        within(request),
      );
      return {
        transactions: page.transfers.map((transfer) => transactionJson(transfer, ref, game)),
        nextCursor: page.nextPageToken || null,
      };
    },
  );
}

function ledgerOf(request: FastifyRequest) {
  const { game } = principalOf(request);
  return { gameId: game.id, currency: currencyOf(game).code };
}

function accountIdOf({ params }: { params: { accountId: string } }): string {
  if (isId(params.accountId)) return params.accountId.toLowerCase();
  throw new ProblemError("ACCOUNT_NOT_FOUND");
}
