import { initOf, resultOf, type Http } from "../client/http.ts";
import type { CallOptions } from "../client/options.ts";
import { listOf, type List } from "../list.ts";
import type { Answer, AnswerOf, BodyOf, Entry, Gamer, QueryOf } from "../types.ts";

/** The gamers of the environment. */
export const createGamers = (http: Http) => ({
  /** Creates a gamer, or returns the existing gamer with this handle. */
  create: (handle: string, options: CallOptions = {}): Answer<"createGamer"> =>
    resultOf(http.POST("/gamer/create", { body: { handle }, ...initOf(options) })),

  get: (handle: string, options: CallOptions = {}): Answer<"getGamer"> =>
    resultOf(http.GET("/gamer/{handle}", { params: { path: { handle } }, ...initOf(options) })),

  /** Sets the display name and the metadata of a gamer. Omitted fields do not change. Null removes a field. */
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

  /** Lists the entries of a gamer, newest first. `open` selects tournaments that gamers can still join. */
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

  /** Lists gamers in the order of their handles. `handle` selects the handles that start with it. */
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
