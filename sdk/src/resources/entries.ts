import { initOf, resultOf, type Http } from "../client/http.ts";
import type { CallOptions } from "../client/options.ts";
import type { Answer, BodyOf, JoinResult, Results } from "../types.ts";

const named = (gamers: string | readonly string[]) =>
  typeof gamers === "string" ? { gamer: gamers } : { gamers: [...gamers] };

/** Gamers in and out of tournaments. */
export const createEntries = (http: Http) => ({
  /** Lets a gamer in, by handle or with metadata for the entry, and charges the entry fee. */
  join: (
    tournamentId: string,
    gamer: string | BodyOf<"joinTournament">,
    options: CallOptions = {},
  ): Answer<"joinTournament"> =>
    resultOf(
      http.POST("/tournament/{tournamentId}/join", {
        params: { path: { tournamentId } },
        body: typeof gamer === "string" ? { gamer } : gamer,
        ...initOf(options),
      }),
    ),

  /** Lets up to 1,000 gamers in, each by itself: the results tell of each, in their order. */
  joinMany: (
    tournamentId: string,
    gamers: readonly (string | BodyOf<"joinTournament">)[],
    options: CallOptions = {},
  ): Results<"joinGamers", JoinResult> =>
    resultOf(
      http.POST("/tournament/{tournamentId}/joins", {
        params: { path: { tournamentId } },
        body: { gamers: [...gamers] },
        ...initOf(options),
      }),
    ),

  /** Takes one gamer out, or up to 1,000 at one moment: they share a rank. */
  eliminate: (
    tournamentId: string,
    gamers: string | readonly string[],
    options: CallOptions = {},
  ): Answer<"eliminateGamers"> =>
    resultOf(
      http.PATCH("/tournament/{tournamentId}/eliminate", {
        params: { path: { tournamentId } },
        body: named(gamers),
        ...initOf(options),
      }),
    ),

  ...createDecisions(http),

  /** A gamer's entry, its standing where the tournament takes scores, and the decisions on it. */
  get: (tournamentId: string, gamer: string, options: CallOptions = {}): Answer<"getEntry"> =>
    resultOf(
      http.GET("/tournament/{tournamentId}/entry/{handle}", {
        params: { path: { tournamentId, handle: gamer } },
        ...initOf(options),
      }),
    ),
});

/** Decisions on who is in the ranking. */
const createDecisions = (http: Http) => ({
  /**
   * Takes one gamer, or up to 1,000, out of the ranking, all or none: no rank and no prize, while seat
   * and fee stay. The reason is kept.
   */
  disqualify: (
    tournamentId: string,
    gamers: string | readonly string[],
    reason: string,
    options: CallOptions = {},
  ): Answer<"disqualifyGamers"> =>
    resultOf(
      http.PATCH("/tournament/{tournamentId}/disqualify", {
        params: { path: { tournamentId } },
        body: { ...named(gamers), reason },
        ...initOf(options),
      }),
    ),

  /** Undoes a disqualification, or the latest elimination, of one gamer or up to 1,000, all or none. */
  reinstate: (
    tournamentId: string,
    gamers: string | readonly string[],
    reason: string,
    options: CallOptions = {},
  ): Answer<"reinstateGamers"> =>
    resultOf(
      http.PATCH("/tournament/{tournamentId}/reinstate", {
        params: { path: { tournamentId } },
        body: { ...named(gamers), reason },
        ...initOf(options),
      }),
    ),
});
