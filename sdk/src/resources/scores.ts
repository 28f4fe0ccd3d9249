import { initOf, resultOf, type Http } from "../client/http.ts";
import type { CallOptions } from "../client/options.ts";
import { listOf, type List } from "../list.ts";
import type {
  Answer,
  AnswerOf,
  BodyOf,
  QueryOf,
  Results,
  ReviewedScore,
  ScoreResult,
} from "../types.ts";

/** An attempt of a gamer. */
export type NewScore = BodyOf<"submitScore">;

/** The decision of a review, and its reason. */
export type NewDecision = Omit<BodyOf<"reviewScores">, "scores">;

/** The options of submitted scores. */
export interface ScoreQuery {
  /** Whether to include the current rank of the gamer. The response then takes longer. */
  rank?: boolean;
}

const queryOf = ({ rank }: ScoreQuery) => (rank === true ? { rank: "true" as const } : {});

/** The attempts of gamers in tournaments that take scores. */
export const createScores = (http: Http) => ({
  /** Records an attempt. A retry does not record it again. */
  submit: (
    tournamentId: string,
    score: NewScore,
    query: ScoreQuery = {},
    options: CallOptions = {},
  ): Answer<"submitScore"> =>
    resultOf(
      http.POST("/tournament/{tournamentId}/score", {
        params: { path: { tournamentId }, query: queryOf(query) },
        body: score,
        ...initOf(options),
      }),
    ),

  /** Records up to 1,000 attempts in their order. Each attempt has a separate result. */
  submitMany: (
    tournamentId: string,
    scores: readonly NewScore[],
    query: ScoreQuery = {},
    options: CallOptions = {},
  ): Results<"submitScores", ScoreResult> =>
    resultOf(
      http.POST("/tournament/{tournamentId}/scores", {
        params: { path: { tournamentId }, query: queryOf(query) },
        body: { scores: [...scores] },
        ...initOf(options),
      }),
    ),

  /** Reviews one or up to 1,000 attempts by their ids, all or none. */
  review: (
    tournamentId: string,
    scores: string | readonly string[],
    decision: NewDecision,
    options: CallOptions = {},
  ): Answer<"reviewScores"> =>
    resultOf(
      http.PATCH("/tournament/{tournamentId}/review", {
        params: { path: { tournamentId } },
        body: { scores: typeof scores === "string" ? [scores] : [...scores], ...decision },
        ...initOf(options),
      }),
    ),

  /** Lists attempts with their decisions, newest first. `state: "held"` selects attempts to review. */
  list: (
    tournamentId: string,
    query: QueryOf<"listScores"> = {},
    options: CallOptions = {},
  ): List<ReviewedScore, AnswerOf<"listScores">> =>
    listOf(
      (page) =>
        resultOf(
          http.GET("/tournament/{tournamentId}/scores", {
            params: { path: { tournamentId }, query: { ...query, ...page } },
            ...initOf(options),
          }),
        ),
      ({ scores }) => scores,
    ),
});
