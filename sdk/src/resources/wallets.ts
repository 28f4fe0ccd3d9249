import { initOf, resultOf, type Http } from "../client/http.ts";
import type { CallOptions } from "../client/options.ts";
import { listOf, type List } from "../list.ts";
import type { Answer, AnswerOf, QueryOf, Transaction } from "../types.ts";

/** The wallets of gamers. Amounts are in major units of the game's currency. */
export const createWallets = (http: Http) => ({
  get: (handle: string, options: CallOptions = {}): Answer<"getWallet"> =>
    resultOf(http.GET("/wallet/{handle}", { params: { path: { handle } }, ...initOf(options) })),

  deposit: (handle: string, amount: number, options: CallOptions = {}): Answer<"deposit"> =>
    resultOf(
      http.POST("/wallet/{handle}/deposit", {
        params: { path: { handle } },
        body: { amount },
        ...initOf(options),
      }),
    ),

  withdraw: (handle: string, amount: number, options: CallOptions = {}): Answer<"withdraw"> =>
    resultOf(
      http.POST("/wallet/{handle}/withdraw", {
        params: { path: { handle } },
        body: { amount },
        ...initOf(options),
      }),
    ),

  /** Lists the statement of the wallet, newest transfer first. */
  transactions: (
    handle: string,
    query: QueryOf<"listWalletTransactions"> = {},
    options: CallOptions = {},
  ): List<Transaction, AnswerOf<"listWalletTransactions">> =>
    listOf(
      (page) =>
        resultOf(
          http.GET("/wallet/{handle}/transactions", {
            params: { path: { handle }, query: { ...query, ...page } },
            ...initOf(options),
          }),
        ),
      ({ transactions }) => transactions,
    ),
});
