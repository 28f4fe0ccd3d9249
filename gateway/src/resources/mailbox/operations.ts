import { operation, publicProblems } from "../../openapi/operation.ts";
import { MailboxQuery, MailboxReply } from "./schemas.ts";

// Without a tag it stays out of the OpenAPI document, as it does out of production.
export const list = operation("public", {
  hide: true,
  querystring: MailboxQuery,
  response: { 200: MailboxReply, ...publicProblems("INVALID_PAGE_TOKEN") },
});
