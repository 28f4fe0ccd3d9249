import { noQuery } from "../../openapi/schemas/fields.ts";
import { gameSecurity, operation, problemResponses } from "../../openapi/operation.ts";
import { ListRequestsQuery, requestParams, RequestListReply, RequestReply } from "./schemas.ts";

const common = { tags: ["requests"], security: gameSecurity };

export const list = operation("read", {
  ...common,
  operationId: "listRequests",
  summary: "List requests",
  description:
    "Returns the requests to the environment, newest first, for debugging. The log keeps the newest 10,000 successful and 10,000 failed requests of the last three days. A request appears within a second. Above 100 successful requests per second, the log records only a sample. The log can lose requests. Requests that read the log are not recorded. Needs the scope `read`.",
  querystring: ListRequestsQuery,
  response: { 200: RequestListReply, ...problemResponses("INVALID_PAGE_TOKEN") },
});

export const read = operation("read", {
  ...common,
  operationId: "getRequest",
  summary: "Retrieve a request",
  description:
    "Returns a request from the log of the environment, by its `X-Request-Id`. Needs the scope `read`.",
  params: requestParams,
  querystring: noQuery,
  response: { 200: RequestReply, ...problemResponses("URI_TOO_LONG", "REQUEST_NOT_FOUND") },
});
