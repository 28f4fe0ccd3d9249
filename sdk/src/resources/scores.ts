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

/** What a review decides, and why. */
export type NewDecision = Omit<BodyOf<"reviewScores">, "scores">;

/** What to tell beside the scores. */
export interface ScoreQuery {
  /** True tells the rank that each has by now. It costs a look-up. */
  rank?: boolean;
}

const queryOf = ({ rank }: ScoreQuery) => (rank === true ? { rank: "true" as const } : {});

/** What gamers score in tournaments that take scores. */
export const createScores = (http: Http) => ({
  /** Records an attempt, once however often it is sent. */
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

  /** Records up to 1,000 attempts, each with a result of its own, in their order. */
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

  /** Decides on an attempt, or on up to 1,000, by their ids, all or none. */
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

  /** Attempts with what was decided on them, the newest first; `state: "held"` are those to decide on. */
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
