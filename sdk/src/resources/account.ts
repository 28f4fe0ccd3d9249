import { initOf, resultOf, type Http } from "../client/http.ts";
import type { CallOptions } from "../client/options.ts";
import { listOf, type List } from "../list.ts";
import type { Answer, AnswerOf, QueryOf, Transaction } from "../types.ts";

/** The account of the game. */
export const createAccount = (http: Http) => ({
  get: (options: CallOptions = {}): Answer<"getGameAccount"> =>
    resultOf(http.GET("/account", initOf(options))),

  /** Lists the statement of the account, newest transfer first. */
  transactions: (
    query: QueryOf<"listGameTransactions"> = {},
    options: CallOptions = {},
  ): List<Transaction, AnswerOf<"listGameTransactions">> =>
    listOf(
      (page) =>
        resultOf(
          http.GET("/account/transactions", {
            params: { query: { ...query, ...page } },
            ...initOf(options),
          }),
        ),
      ({ transactions }) => transactions,
    ),
});
