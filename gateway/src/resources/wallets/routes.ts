import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import type { App } from "../../app-type.ts";
import type { Clients } from "../../clients.ts";
import { balanceOf, deposit, withdrawal, type Order } from "./accounts.ts";
import { findGamer, handleOf, present } from "../../paths/gamer.ts";
import { currencyOf, exponentOf, minorOf } from "../../values/currency.ts";
import { toMajor } from "../../values/money.ts";
import { callerOf } from "../../auth/principal.ts";
import { within } from "../../http/deadline.ts";
import { rpcRequestId } from "../../idempotency/repeats.ts";
import * as operations from "./operations.ts";
import { transactionJson } from "./json.ts";

/** Wallets of gamers, and the game's own account: money in and out, balances. */
export function walletRoutes(app: App, { entry, wallet }: Clients): void {
  app.post("/wallet/:handle/deposit", { schema: operations.deposit }, async (request, reply) => {
    const { game } = callerOf(request);
    const requestId = rpcRequestId(request);
    const minorUnits = minorOf(request.body, "amount", game);
    // A deposit makes a gamer known, as a join does.
    const { gamer } = await entry.createGamer(
      { requestId, gameId: game.id, handle: handleOf(request) },
      within(request),
    );
    const order: Order = { game, gamerId: present(gamer).id, requestId, minorUnits };
    const { transfer } = await wallet.transfer({ transfer: deposit(order) }, within(request));
    return reply.code(201).send({
      message: "Deposit made successfully",
      transaction: transactionJson(transfer, gamerAccount(order.gamerId), game),
    });
  });

  app.post("/wallet/:handle/withdraw", { schema: operations.withdraw }, async (request, reply) => {
    const { game } = callerOf(request);
    const minorUnits = minorOf(request.body, "amount", game);
    const { id: gamerId } = await findGamer(entry, request);
    const order: Order = { game, gamerId, requestId: rpcRequestId(request), minorUnits };
    const { transfer } = await wallet.transfer({ transfer: withdrawal(order) }, within(request));
    return reply.code(201).send({
      message: "Withdrawal made successfully",
      transaction: transactionJson(transfer, gamerAccount(gamerId), game),
    });
  });

  app.get("/wallet/:handle", { schema: operations.read }, async (request) => {
    const { game } = callerOf(request);
    const gamer = await findGamer(entry, request);
    const balance = await balanceOf(wallet, game, gamerAccount(gamer.id), within(request));
    return {
      wallet: {
        gamer: gamer.id,
        gamerHandle: gamer.handle,
        currency: currencyOf(game).code,
        balance: toMajor(balance, exponentOf(game)),
      },
    };
  });

  app.get("/account", { schema: operations.readGame }, async (request) => {
    const { game } = callerOf(request);
    const account = { type: AccountType.GAME, ownerId: game.id };
    const balance = await balanceOf(wallet, game, account, within(request));
    const limit = game.creditLimitMinorUnits;
    return {
      account: {
        game: game.id,
        currency: currencyOf(game).code,
        balance: toMajor(balance, exponentOf(game)),
        creditLimit: limit === undefined ? null : toMajor(limit, exponentOf(game)),
      },
    };
  });
}

const gamerAccount = (ownerId: string) => ({ type: AccountType.GAMER, ownerId });
