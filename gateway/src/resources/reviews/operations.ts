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
    summary: "Review scores",
    description:
      "Accepts, voids or holds up to 1,000 attempts. Either the decision applies to all of them or to none. Needs a published tournament that has not ended. The gamers' scores are computed again, in the order in which the attempts were recorded. The latest decision on an attempt applies. Held attempts without a decision at the end do not count. Needs the scope `entries:write`.",
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
  summary: "List scores",
  description:
    "Returns the attempts of a tournament, newest first, with the decisions on them. You can filter by gamer and by state. Needs the scope `read`.",
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
