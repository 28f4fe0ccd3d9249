import { soleResult } from "@tms/kit/rpc/outcomes";
import type { Transfer } from "@tms/proto/tms/wallet/v1/wallet";
import type { FastifyRequest } from "fastify";
import type { App } from "../../app-type.ts";
import { principalOf } from "../../auth/principal.ts";
import type { Clients } from "../../clients.ts";
import { minorOf } from "../../http/body/amounts.ts";
import { within } from "../../http/deadline.ts";
import { earlierRequestId, rpcRequestId } from "../../idempotency/repeats.ts";
import { getGamer, isTest, presentGamer } from "../../paths/gamer.ts";
import { currencyOf } from "@tms/resources/values/currency";
import type { AccountName } from "@tms/resources/values/transfers";
import { gameAccountJson, transactionJson, walletJson } from "@tms/resources/wallet";
import { depositOf, gameAccount, gamerAccount, withdrawalOf, type TransferSpec } from "./json.ts";
import * as operations from "./operations.ts";

type WalletClients = Pick<Clients, "entry" | "wallet">;

/** Wallets of gamers and the game's own account: money in and out, balances, transactions. */
export function walletRoutes(app: App, clients: WalletClients): void {
  movementRoutes(app, clients);
  balanceRoutes(app, clients);
  transactionRoutes(app, clients);
}

function movementRoutes(app: App, { entry, wallet }: WalletClients): void {
  app.post("/wallet/:handle/deposit", operations.deposit, async (request, reply) => {
    const { game } = principalOf(request);
    const requestId = rpcRequestId(request);
    const minorUnits = minorOf(request.body, "amount", game);
    const { handle } = request.params;
    // A deposit makes a gamer known, as a join does.
    const made = await entry.createGamer(
      { requestId, gameId: game.id, handle, test: isTest(game) },
      within(request),
    );
    const gamer = presentGamer(made.gamer);
    const spec = depositOf({ game, gamer, ...idsOf(request), minorUnits });
    const transfer = await make(wallet, spec, request);
    return reply.code(201).send({
      message: "Deposit made successfully",
      transaction: transactionJson(transfer, gamerAccount(gamer.id), game),
    });
  });

  app.post("/wallet/:handle/withdraw", operations.withdraw, async (request, reply) => {
    const { game } = principalOf(request);
    const minorUnits = minorOf(request.body, "amount", game);
    const gamer = await getGamer(entry, request);
    const spec = withdrawalOf({ game, gamer, ...idsOf(request), minorUnits });
    const transfer = await make(wallet, spec, request);
    return reply.code(201).send({
      message: "Withdrawal made successfully",
      transaction: transactionJson(transfer, gamerAccount(gamer.id), game),
    });
  });
}

/** What a transfer's id derives from. */
const idsOf = (request: FastifyRequest) => ({
  requestId: rpcRequestId(request),
  earlierRequestId: earlierRequestId(request),
});

function balanceRoutes(app: App, { entry, wallet }: WalletClients): void {
  app.get("/wallet/:handle", operations.read, async (request) => {
    const { game } = principalOf(request);
    const gamer = await getGamer(entry, request);
    const balance = await balanceOf(wallet, gamerAccount(gamer.id), request);
    return { wallet: walletJson(gamer, balance, game) };
  });

  app.get("/account", operations.readGame, async (request) => {
    const { game } = principalOf(request);
    const balance = await balanceOf(wallet, gameAccount(game), request);
    return { account: gameAccountJson(balance, game) };
  });
}

function transactionRoutes(app: App, { entry, wallet }: WalletClients): void {
  app.get("/wallet/:handle/transactions", operations.listTransactions, async (request) => {
    const gamer = await getGamer(entry, request);
    return await transactionsOf(wallet, gamerAccount(gamer.id), request);
  });

  app.get("/account/transactions", operations.listGameTransactions, async (request) => {
    const { game } = principalOf(request);
    return await transactionsOf(wallet, gameAccount(game), request);
  });
}

/** Makes one transfer; throws what it is refused with. */
async function make(
  wallet: Clients["wallet"],
  spec: TransferSpec,
  request: FastifyRequest,
): Promise<Transfer> {
  const { outcomes } = await wallet.batchTransfer({ transfers: [spec] }, within(request));
  return soleResult(outcomes);
}

/** The balance of an account in minor units; 0 when no money ever touched it. */
async function balanceOf(
  wallet: Clients["wallet"],
  account: AccountName,
  request: FastifyRequest,
): Promise<bigint> {
  const { game } = principalOf(request);
  const { balances } = await wallet.batchGetBalances(
    { refs: [{ gameId: game.id, ...account }], currency: currencyOf(game).code },
    within(request),
  );
  if (balances[0] === undefined) throw new Error("the wallet service returned no balance");
  return balances[0].minorUnits;
}

type PageRequest = FastifyRequest & { query: { limit?: number; cursor?: string } };

/** A page of the transfers into and out of an account, newest first. */
async function transactionsOf(
  wallet: Clients["wallet"],
  account: AccountName,
  request: PageRequest,
) {
  const { game } = principalOf(request);
  const { limit = 0, cursor = "" } = request.query;
  const page = await wallet.listTransfers(
    {
      ref: { gameId: game.id, ...account },
      currency: currencyOf(game).code,
      pageSize: limit,
      pageToken: cursor,
    },
    within(request),
  );
  return {
    transactions: page.transfers.map((transfer) => transactionJson(transfer, account, game)),
    nextCursor: page.nextPageToken || null,
  };
}
