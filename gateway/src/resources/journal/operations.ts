import { tournamentParams } from "../../openapi/schemas/fields.ts";
import { gameSecurity, operation, problemResponses } from "../../openapi/operation.ts";
import { JournalQuery, JournalReply } from "./schemas.ts";

export const read = operation("read", {
  tags: ["settlement"],
  security: gameSecurity,
  operationId: "getStatement",
  summary: "Retrieve the prize pool statement",
  description:
    "Returns all transfers into and out of the prize pool of a tournament, oldest first, and the seals that cover them. Use the seals to verify that no transfer was changed or removed. Needs the scope `read`.",
  params: tournamentParams,
  querystring: JournalQuery,
  response: {
    200: JournalReply,
    ...problemResponses("URI_TOO_LONG", "TOURNAMENT_NOT_FOUND", "INVALID_PAGE_TOKEN"),
  },
});
