import { noQuery, tournamentParams } from "../../openapi/schemas/fields.ts";
import {
  gameSecurity,
  operation,
  problemResponses,
  writingHeaders,
  WRITING,
} from "../../openapi/operation.ts";
import { ListScoresQuery, ReviewBody, ReviewReply, ScoreListReply } from "./schemas.ts";

// A thousand ids need room.
const IDS_LIMIT_BYTES = 1024 * 1024;

const common = { tags: ["scores"], security: gameSecurity, params: tournamentParams };

export const review = operation(
  "entries:write",
  {
    ...common,
    operationId: "reviewScores",
    summary: "Decide on up to 1,000 attempts, all or none",
    description:
      "While the tournament is published and before its end. What the gamers' attempts come to is folded anew, in the order in which they were recorded. Held attempts on which nobody decided by the end do not count.",
    querystring: noQuery,
    headers: writingHeaders,
    body: ReviewBody,
    response: {
      200: ReviewReply,
      ...problemResponses(
        "URI_TOO_LONG",
        "TOURNAMENT_NOT_FOUND",
        "TOURNAMENT_NOT_PUBLISHED",
        "TOURNAMENT_ENDED",
        "SCORES_NOT_ENABLED",
        "SCORE_NOT_FOUND",
        "ATTEMPTS_EXHAUSTED",
        "SCORE_OVERFLOW",
        ...WRITING,
      ),
    },
  },
  { bodyLimit: IDS_LIMIT_BYTES },
);

export const list = operation("read", {
  ...common,
  operationId: "listScores",
  summary: "The attempts of a tournament, with the decisions on them",
  description: "The newest first; of one gamer, or in one state, where that is asked for.",
  querystring: ListScoresQuery,
  response: {
    200: ScoreListReply,
    ...problemResponses(
      "URI_TOO_LONG",
      "TOURNAMENT_NOT_FOUND",
      "SCORES_NOT_ENABLED",
      "GAMER_NOT_FOUND",
      "INVALID_PAGE_TOKEN",
    ),
  },
});
