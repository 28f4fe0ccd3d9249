import { tournamentParams } from "../../openapi/fields.ts";
import { gameSecurity, operation, problemResponses } from "../../openapi/operation.ts";
import { SettlementQuery, SettlementReply } from "./schemas.ts";

export const read = operation("read", {
  tags: ["settlement"],
  security: gameSecurity,
  operationId: "getSettlement",
  summary: "The settlement of a tournament and a page of its payouts, best rank first",
  params: tournamentParams,
  querystring: SettlementQuery,
  response: {
    200: SettlementReply,
    ...problemResponses(
      "URI_TOO_LONG",
      "TOURNAMENT_NOT_FOUND",
      "SETTLEMENT_NOT_FOUND",
      "INVALID_PAGE_TOKEN",
    ),
  },
});
