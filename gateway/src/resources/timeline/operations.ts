import { tournamentParams } from "../../openapi/schemas/fields.ts";
import { gameSecurity, operation, problemResponses } from "../../openapi/operation.ts";
import { TimelineQuery, TimelineReply } from "./schemas.ts";

export const read = operation("read", {
  tags: ["entries"],
  security: gameSecurity,
  operationId: "getTimeline",
  summary: "Retrieve the timeline",
  description:
    "Returns the number of entries and the prize pool of a tournament at regular intervals. The first point is the first join, and the last point is the end of the tournament or now. The timeline is empty before the first join. Needs the scope `read`.",
  params: tournamentParams,
  querystring: TimelineQuery,
  response: {
    200: TimelineReply,
    ...problemResponses("URI_TOO_LONG", "TOURNAMENT_NOT_FOUND"),
  },
});
