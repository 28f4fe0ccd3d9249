import { initOf, resultOf, type Http } from "../client/http.ts";
import type { CallOptions } from "../client/options.ts";
import { listOf, type List } from "../list.ts";
import type { Answer, AnswerOf, Gamer, QueryOf } from "../types.ts";

/** The environment's gamers. */
export const createGamers = (http: Http) => ({
  /** Makes a gamer known, or finds the one of that handle. */
  create: (handle: string, options: CallOptions = {}): Answer<"createGamer"> =>
    resultOf(http.POST("/gamer/create", { body: { handle }, ...initOf(options) })),

  get: (handle: string, options: CallOptions = {}): Answer<"getGamer"> =>
    resultOf(http.GET("/gamer/{handle}", { params: { path: { handle } }, ...initOf(options) })),

  /** `handle` is how those listed begin. */
  list: (
    query: QueryOf<"listGamers"> = {},
    options: CallOptions = {},
  ): List<Gamer, AnswerOf<"listGamers">> =>
    listOf(
      (page) =>
        resultOf(
          http.GET("/gamer", { params: { query: { ...query, ...page } }, ...initOf(options) }),
        ),
      ({ gamers }) => gamers,
    ),
});
