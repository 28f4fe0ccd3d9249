import { initOf, resultOf, type Http } from "../client/http.ts";
import type { CallOptions } from "../client/options.ts";
import { listOf, type List } from "../list.ts";
import type { Answer, AnswerOf, BodyOf, Entry, Gamer, QueryOf } from "../types.ts";

/** The environment's gamers. */
export const createGamers = (http: Http) => ({
  /** Makes a gamer known, or finds the one of that handle. */
  create: (handle: string, options: CallOptions = {}): Answer<"createGamer"> =>
    resultOf(http.POST("/gamer/create", { body: { handle }, ...initOf(options) })),

  get: (handle: string, options: CallOptions = {}): Answer<"getGamer"> =>
    resultOf(http.GET("/gamer/{handle}", { params: { path: { handle } }, ...initOf(options) })),

  /** Sets how a gamer is shown, and the metadata; null removes, and what is absent stays. */
  update: (
    handle: string,
    changes: BodyOf<"updateGamer">,
    options: CallOptions = {},
  ): Answer<"updateGamer"> =>
    resultOf(
      http.PATCH("/gamer/{handle}/update", {
        params: { path: { handle } },
        body: changes,
        ...initOf(options),
      }),
    ),

  /** A gamer's entries, newest first; with `open` those in tournaments that can still be joined. */
  entries: (
    handle: string,
    query: QueryOf<"listGamerEntries"> = {},
    options: CallOptions = {},
  ): List<Entry, AnswerOf<"listGamerEntries">> =>
    listOf(
      (page) =>
        resultOf(
          http.GET("/gamer/{handle}/entries", {
            params: { path: { handle }, query: { ...query, ...page } },
            ...initOf(options),
          }),
        ),
      ({ entries }) => entries,
    ),

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
