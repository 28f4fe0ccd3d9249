import { tournamentParams } from "../../openapi/schemas/fields.ts";
import { gameSecurity, operation, problemResponses } from "../../openapi/operation.ts";
import { TimelineQuery, TimelineReply } from "./schemas.ts";

export const read = operation("read", {
  tags: ["entries"],
  security: gameSecurity,
  operationId: "getTimeline",
  summary: "How a tournament's entries and prize pool grew",
  params: tournamentParams,
  querystring: TimelineQuery,
  response: {
    200: TimelineReply,
    ...problemResponses("URI_TOO_LONG", "TOURNAMENT_NOT_FOUND"),
  },
});
