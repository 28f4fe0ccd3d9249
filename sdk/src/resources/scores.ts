import { listOf, type Call, type List, type PageOptions } from "../client/call.ts";
import type { CallOptions } from "../client/options.ts";
import type { Answer, AnswerOf, BodyOf, Results } from "../client/routes.ts";
import type { LeaderboardEntry, ScoreResult } from "../types.ts";

export type NewScore = BodyOf<"POST /tournament/{tournamentId}/score">;

export interface ScoreQuery {
  /** True to include the current rank of the gamer. The response then takes longer. */
  rank?: boolean;
}

const toQuery = (query: ScoreQuery = {}) => (query.rank === true ? { rank: "true" as const } : {});

export const scoreMethods = ({ send }: Call) => ({
  /** Records an attempt once, even if the client retries. To repeat the call safely, set `attempt`. */
  submit: (tournamentId: string, score: NewScore, query?: ScoreQuery, options?: CallOptions) =>
    send(
      "POST /tournament/{tournamentId}/score",
      { params: { path: { tournamentId }, query: toQuery(query) }, body: score },
      options,
    ),

  /** Records up to 1,000 attempts in their order. Each attempt has a separate result. */
  submitMany: (
    tournamentId: string,
    scores: readonly NewScore[],
    query?: ScoreQuery,
    options?: CallOptions,
  ): Results<"POST /tournament/{tournamentId}/scores", ScoreResult> =>
    send(
      "POST /tournament/{tournamentId}/scores",
      { params: { path: { tournamentId }, query: toQuery(query) }, body: { scores: [...scores] } },
      options,
    ),
});

export interface LeaderboardQuery {
  /** The maximum number of standings: 1 to 1,000 (default 50), or 1 to 101 around a gamer (default 21). */
  limit?: number;
  /** True to include the metadata of the attempts that determine the scores. */
  metadata?: boolean;
}

type LeaderboardPage = AnswerOf<"GET /tournament/{tournamentId}/leaderboard">;

const metadataQuery = (metadata = false) => (metadata ? { metadata: "true" as const } : {});

export function leaderboardMethods({ send }: Call) {
  const read = (
    tournamentId: string,
    { metadata, ...query }: LeaderboardQuery & PageOptions & { around?: string },
    options?: CallOptions,
  ): Answer<"GET /tournament/{tournamentId}/leaderboard"> =>
    send(
      "GET /tournament/{tournamentId}/leaderboard",
      { params: { path: { tournamentId }, query: { ...query, ...metadataQuery(metadata) } } },
      options,
    );
  return {
    /**
     * Lists the leaderboard, best rank first. Each page is from one moment. If a gamer's rank changes between
     * two pages, the gamer can occur twice or not at all.
     */
    list: (
      tournamentId: string,
      query: LeaderboardQuery = {},
      options?: CallOptions,
    ): List<LeaderboardEntry, LeaderboardPage> =>
      listOf((page) => read(tournamentId, { ...query, ...page }, options), "standings"),

    /** Returns one page: the first page, or the page of a `nextCursor` or `previousCursor`. */
    page: (
      tournamentId: string,
      query: LeaderboardQuery & PageOptions = {},
      options?: CallOptions,
    ) => read(tournamentId, query, options),

    /** Returns the standings around a gamer. A gamer who is still in without a score comes last. */
    around: (
      tournamentId: string,
      gamer: string,
      query: LeaderboardQuery = {},
      options?: CallOptions,
    ) => read(tournamentId, { ...query, around: gamer }, options),

    /** Returns the standings of up to 100 gamers, best rank first, with their ranks among all gamers. */
    of: (
      tournamentId: string,
      gamers: readonly string[],
      { metadata, ...options }: CallOptions & Pick<LeaderboardQuery, "metadata"> = {},
    ) =>
      send(
        "POST /tournament/{tournamentId}/leaderboard",
        {
          params: { path: { tournamentId }, query: metadataQuery(metadata) },
          body: { gamers: [...gamers] },
        },
        options,
      ),
  };
}
