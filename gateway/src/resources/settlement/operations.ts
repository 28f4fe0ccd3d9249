import { tournamentParams } from "../../openapi/schemas/fields.ts";
import { gameSecurity, operation, problemResponses } from "../../openapi/operation.ts";
import { PreviewQuery, PreviewReply, SettlementQuery, SettlementReply } from "./schemas.ts";

export const read = operation("read", {
  tags: ["settlement"],
  security: gameSecurity,
  operationId: "getSettlement",
  summary: "Retrieve a settlement",
  description:
    "Returns the settlement of a tournament and a page of its payouts or refunds, the best rank first. A settlement exists after the tournament was published. Poll until `state` is `done`, or wait for the event `settlement.done`. Needs the scope `read`.",
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
  summary: "Preview a settlement",
  description:
    "Returns the prizes and payouts of a published tournament as if it ended now. The preview uses the rules of the settlement with the current ranking and prize pool. It stores nothing and moves no money. Each page shows the state at the time of its request. Needs the scope `read`.",
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
