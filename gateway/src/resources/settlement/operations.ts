import { tournamentParams } from "../../openapi/schemas/fields.ts";
import { gameSecurity, operation, problemResponses } from "../../openapi/operation.ts";
import { PreviewQuery, PreviewReply, SettlementQuery, SettlementReply } from "./schemas.ts";

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

export const preview = operation("read", {
  tags: ["settlement"],
  security: gameSecurity,
  operationId: "previewSettlement",
  summary: "What a published tournament would pay if it ended now",
  description:
    "Computed by the rules of the settlement itself, from the ranking and the prize pool of this moment. Nothing is stored, closed or moved. Each page is of its own moment.",
  params: tournamentParams,
  querystring: PreviewQuery,
  response: {
    200: PreviewReply,
    ...problemResponses(
      "URI_TOO_LONG",
      "TOURNAMENT_NOT_FOUND",
      "TOURNAMENT_NOT_PUBLISHED",
      "INVALID_PAGE_TOKEN",
    ),
  },
});
