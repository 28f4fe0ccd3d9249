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
  summary: "The leaderboard of a tournament that takes scores",
  description:
    "By score, then the eliminated, the last one out first, with exact ranks; within a shared rank the one who joined first stands first. A page or, with `around`, the standings around a gamer: if fewer stand on one side, more come from the other. Around a gamer who is in without a score it is the end of the list, and that gamer. Those who are in without a score are counted and not listed.",
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
    summary: "Where up to 100 gamers stand on a leaderboard",
    description:
      "Friends, a match, a clan: the best first, with their ranks among all. It asks and changes nothing; an Idempotency-Key on it is ignored.",
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
  summary: "Record a score of a gamer",
  description:
    "From the tournament's start to before its end, for a gamer who is in. An attempt counts once, however often it is sent. It never makes a gamer and never joins one. Where attempts are added up, send `attempt` or an Idempotency-Key.",
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
    summary: "Record up to 1,000 scores, each by itself",
    description:
      "Records the scores in their order, without scores of other requests between them. Each score has a result of its own; a refused score refuses no other. An invalid body, or a server that is too busy, refuses the whole request. You can repeat the whole request. With `rank=true`, only the last score of a gamer in the request has a rank.",
    body: ScoresBody,
    response: {
      200: ScoresReply,
      ...problemResponses("URI_TOO_LONG", "TOURNAMENT_NOT_FOUND", "SCORES_NOT_ENABLED", ...WRITING),
    },
  },
  { bodyLimit: SCORES_LIMIT_BYTES },
);
