import { initOf, resultOf, type Http } from "../client/http.ts";
import type { CallOptions } from "../client/options.ts";
import type { Answer } from "../types.ts";

/** Gamers in and out of tournaments. */
export const createEntries = (http: Http) => ({
  /** Lets a gamer in, by handle, and charges the entry fee. */
  join: (
    tournamentId: string,
    gamer: string,
    options: CallOptions = {},
  ): Answer<"joinTournament"> =>
    resultOf(
      http.POST("/tournament/{tournamentId}/join", {
        params: { path: { tournamentId } },
        body: { gamer },
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
        body: typeof gamers === "string" ? { gamer: gamers } : { gamers: [...gamers] },
        ...initOf(options),
      }),
    ),
});
