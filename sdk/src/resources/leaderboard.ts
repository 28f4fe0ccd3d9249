import { initOf, resultOf, type Http } from "../client/http.ts";
import type { CallOptions } from "../client/options.ts";
import { listOf, type List, type PageOptions } from "../list.ts";
import type { Answer, AnswerOf, LeaderboardEntry } from "../types.ts";

/** The options of a leaderboard. */
export interface LeaderboardQuery {
  /** The maximum number of standings on a page: at most 1,000, or 101 around a gamer. */
  limit?: number;
  /** Whether to include the metadata of the attempts that determine the scores. */
  metadata?: boolean;
}

const queryOf = (metadata = false) => (metadata ? { metadata: "true" as const } : {});

/** The leaderboards of tournaments that take scores. All data of a response is from the same moment. */
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
     * Lists the leaderboard, best rank first. Each page is from one moment. If a gamer's rank changes between
     * two pages, the gamer can occur twice or not at all.
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

    /** Returns one page: the first page, or the page of a `nextCursor` or `previousCursor`. */
    page: (
      tournamentId: string,
      query: LeaderboardQuery & PageOptions = {},
      options: CallOptions = {},
    ): Answer<"getLeaderboard"> => read(tournamentId, query, options),

    /** Returns the standings around a gamer. A gamer without a score comes after the end of the leaderboard. */
    around: (
      tournamentId: string,
      gamer: string,
      query: LeaderboardQuery = {},
      options: CallOptions = {},
    ): Answer<"getLeaderboard"> => read(tournamentId, { ...query, around: gamer }, options),

    /** Returns the standings of up to 100 gamers, best rank first. The ranks count all gamers. */
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
