import { tournamentParams } from "../../openapi/schemas/fields.ts";
import { gameSecurity, operation, problemResponses } from "../../openapi/operation.ts";
import { JournalQuery, JournalReply } from "./schemas.ts";

export const read = operation("read", {
  tags: ["settlement"],
  security: gameSecurity,
  operationId: "getStatement",
  summary: "Every movement of a tournament's prize pool, oldest first, sealed against changes",
  params: tournamentParams,
  querystring: JournalQuery,
  response: {
    200: JournalReply,
    ...problemResponses("URI_TOO_LONG", "TOURNAMENT_NOT_FOUND", "INVALID_PAGE_TOKEN"),
  },
});
