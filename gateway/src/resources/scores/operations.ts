import { tournamentParams } from "../../openapi/schemas/fields.ts";
import {
  gameSecurity,
  operation,
  problemResponses,
  writingHeaders,
  WITH_A_BODY,
  WRITING,
} from "../../openapi/operation.ts";
import {
  LeaderboardQuery,
  LeaderboardReply,
  ScoreBody,
  ScoreQuery,
  ScoreRepeatedReply,
  ScoreReply,
  ScoresBody,
  ScoresReply,
  StandingsBody,
  StandingsQuery,
  StandingsReply,
} from "./schemas.ts";

// A thousand scores with their metadata need room.
const SCORES_LIMIT_BYTES = 1024 * 1024;

const common = {
  tags: ["scores"],
  security: gameSecurity,
  params: tournamentParams,
  querystring: ScoreQuery,
  headers: writingHeaders,
};

const REFUSALS = [
  "TOURNAMENT_NOT_FOUND",
  "TOURNAMENT_NOT_PUBLISHED",
  "TOURNAMENT_NOT_STARTED",
  "TOURNAMENT_ENDED",
  "SCORES_NOT_ENABLED",
  "GAMER_NOT_FOUND",
  "GAMER_NOT_ENTERED",
  "GAMER_ALREADY_ELIMINATED",
  "GAMER_DISQUALIFIED",
  "ATTEMPTS_EXHAUSTED",
  "ATTEMPT_REUSED",
  "SCORE_OUT_OF_RANGE",
  "SCORE_OVERFLOW",
] as const;

export const leaderboard = operation("read", {
  tags: ["scores"],
  security: gameSecurity,
  params: tournamentParams,
  operationId: "getLeaderboard",
  summary: "Retrieve the leaderboard",
  description:
    "Returns a page of the leaderboard of a tournament that takes scores, with exact ranks. Gamers with a score come first, the best score first. Eliminated gamers follow, the latest elimination first. Within a shared rank, the gamer who joined first comes first. With `around`, the page shows the standings around a gamer. If one side has too few standings, the page shows more from the other side. For a gamer who is still in and has no score, the page shows the end of the leaderboard and then this gamer. Other gamers without a score who are still in are counted but not listed. Needs the scope `read`.",
  querystring: LeaderboardQuery,
  response: {
    200: LeaderboardReply,
    ...problemResponses(
      "URI_TOO_LONG",
      "TOURNAMENT_NOT_FOUND",
      "SCORES_NOT_ENABLED",
      "GAMER_NOT_FOUND",
      "GAMER_NOT_ENTERED",
      "INVALID_PAGE_TOKEN",
    ),
  },
});

export const standings = operation(
  "read",
  {
    tags: ["scores"],
    security: gameSecurity,
    params: tournamentParams,
    operationId: "getStandings",
    summary: "Retrieve the standings of gamers",
    description:
      "Returns the standings of up to 100 gamers, such as friends or the players of a match. The best standing comes first. The ranks count all gamers of the tournament. This operation only reads, so it ignores an Idempotency-Key. Needs the scope `read`.",
    querystring: StandingsQuery,
    body: StandingsBody,
    response: {
      200: StandingsReply,
      ...problemResponses(
        "URI_TOO_LONG",
        "TOURNAMENT_NOT_FOUND",
        "SCORES_NOT_ENABLED",
        ...WITH_A_BODY,
      ),
    },
  },
  { isQuestion: true },
);

export const submit = operation("scores:write", {
  ...common,
  operationId: "submitScore",
  summary: "Submit a score",
  description:
    "Records an attempt of a gamer who is in the tournament. Needs a published tournament that takes scores, has started and has not ended. The gamer must have joined before. If the tournament adds up attempts (`sum`), send `attempt` or an Idempotency-Key. A retry with the same `attempt` does not count again and returns 200. A retry with the same Idempotency-Key returns the original response. Needs the scope `scores:write` or `entries:write`.",
  body: ScoreBody,
  response: {
    200: ScoreRepeatedReply,
    201: ScoreReply,
    ...problemResponses("URI_TOO_LONG", ...REFUSALS, ...WRITING),
  },
});

export const submitMany = operation(
  "scores:write",
  {
    ...common,
    operationId: "submitScores",
    summary: "Submit many scores",
    description:
      "Records up to 1,000 scores in their order, without scores of other requests between them. Each score has a separate result, and a failed score does not affect the others. The whole request fails if its body is invalid, or if the service is too busy. You can safely retry the whole request if each score has an `attempt`, or if you send the same Idempotency-Key. With `rank=true`, only the last score of each gamer in the request has a rank. Needs the scope `scores:write` or `entries:write`.",
    body: ScoresBody,
    response: {
      200: ScoresReply,
      ...problemResponses("URI_TOO_LONG", "TOURNAMENT_NOT_FOUND", "SCORES_NOT_ENABLED", ...WRITING),
    },
  },
  { bodyLimit: SCORES_LIMIT_BYTES },
);
