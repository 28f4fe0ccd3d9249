import { initOf, resultOf, type Http } from "../client/http.ts";
import type { CallOptions } from "../client/options.ts";
import type { Answer, BodyOf, JoinResult, Results } from "../types.ts";

const named = (gamers: string | readonly string[]) =>
  typeof gamers === "string" ? { gamer: gamers } : { gamers: [...gamers] };

/** The entries of gamers in tournaments. */
export const createEntries = (http: Http) => ({
  /** Joins a gamer, and charges the entry fee. Pass a handle, or a body with metadata for the entry. */
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

  /** Joins up to 1,000 gamers. Each gamer has a separate result, in the order of the request. */
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

  /** Eliminates one or up to 1,000 gamers together, all or none. They share a rank. */
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

  /** Returns the entry of a gamer, the decisions on it and, if the tournament takes scores, the standing. */
  get: (tournamentId: string, gamer: string, options: CallOptions = {}): Answer<"getEntry"> =>
    resultOf(
      http.GET("/tournament/{tournamentId}/entry/{handle}", {
        params: { path: { tournamentId, handle: gamer } },
        ...initOf(options),
      }),
    ),
});

/** Decisions that remove gamers from the ranking, and their reversal. */
const createDecisions = (http: Http) => ({
  /**
   * Disqualifies one or up to 1,000 gamers, all or none. They have no rank and win no prize. They keep their
   * seats, and their fees stay in the prize pool. The reason is stored.
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

  /** Undoes the disqualification or the latest elimination of one or up to 1,000 gamers, all or none. */
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
