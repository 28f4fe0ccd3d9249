import { tournamentParams } from "../../openapi/fields.ts";
import { gameSecurity, operation, problemResponses } from "../../openapi/operation.ts";
import { StatementQuery, StatementReply } from "./schemas.ts";

export const read = operation("read", {
  tags: ["settlement"],
  security: gameSecurity,
  operationId: "getStatement",
  summary: "Every movement of a tournament's prize pool, oldest first, sealed against changes",
  params: tournamentParams,
  querystring: StatementQuery,
  response: {
    200: StatementReply,
    ...problemResponses("URI_TOO_LONG", "TOURNAMENT_NOT_FOUND", "INVALID_PAGE_TOKEN"),
  },
});
