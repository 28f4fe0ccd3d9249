import { initOf, resultOf, type Http } from "../client/http.ts";
import type { CallOptions } from "../client/options.ts";
import { listOf, type List, type PageOptions } from "../list.ts";
import type { Answer, AnswerOf, LeaderboardEntry } from "../types.ts";

/** What to tell of each line, and how many at a time. */
export interface LeaderboardQuery {
  /** Lines per page, at most 1,000; around a gamer, who is in the middle, at most 101. */
  limit?: number;
  /** True tells the metadata of the attempts that made the scores. */
  metadata?: boolean;
}

const queryOf = (metadata = false) => (metadata ? { metadata: "true" as const } : {});

/** Leaderboards of tournaments that take scores: exact ranks, each answer of one moment. */
export function createLeaderboard(http: Http) {
  const read = (
    tournamentId: string,
    { metadata, ...query }: LeaderboardQuery & PageOptions & { around?: string },
    options: CallOptions,
  ): Answer<"getLeaderboard"> =>
    resultOf(
      http.GET("/tournament/{tournamentId}/leaderboard", {
        params: {
          path: { tournamentId },
          query: { ...query, ...queryOf(metadata) },
        },
        ...initOf(options),
      }),
    );
  return {
    /**
     * Everybody who has a place, the best first. While scores come in each page is right by itself; one
     * who moves meanwhile may be met twice, or not at all.
     */
    list: (
      tournamentId: string,
      query: LeaderboardQuery = {},
      options: CallOptions = {},
    ): List<LeaderboardEntry, AnswerOf<"getLeaderboard">> =>
      listOf(
        (page) => read(tournamentId, { ...query, ...page }, options),
        ({ standings }) => standings,
      ),

    /** One page: the first, or that of a `nextCursor` or `previousCursor`. */
    page: (
      tournamentId: string,
      query: LeaderboardQuery & PageOptions = {},
      options: CallOptions = {},
    ): Answer<"getLeaderboard"> => read(tournamentId, query, options),

    /** A gamer and who is around; one who has no score comes after the end of the list. */
    around: (
      tournamentId: string,
      gamer: string,
      query: LeaderboardQuery = {},
      options: CallOptions = {},
    ): Answer<"getLeaderboard"> => read(tournamentId, { ...query, around: gamer }, options),

    /** Up to 100 gamers, the best first, with their ranks among all. */
    of: (
      tournamentId: string,
      gamers: readonly string[],
      { metadata, ...options }: CallOptions & Pick<LeaderboardQuery, "metadata"> = {},
    ): Answer<"getStandings"> =>
      resultOf(
        http.POST("/tournament/{tournamentId}/leaderboard", {
          params: { path: { tournamentId }, query: queryOf(metadata) },
          body: { gamers: [...gamers] },
          ...initOf(options),
        }),
      ),
  };
}
