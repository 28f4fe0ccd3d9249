import { noQuery } from "../../openapi/schemas/fields.ts";
import { gameSecurity, operation, problemResponses } from "../../openapi/operation.ts";
import { ListRequestsQuery, requestParams, RequestListReply, RequestReply } from "./schemas.ts";

const common = { tags: ["requests"], security: gameSecurity };

export const list = operation("read", {
  ...common,
  operationId: "listRequests",
  summary: "List the requests that the environment's callers made, newest first",
  description:
    "For debugging: the newest 10,000 successes and as many failures of three days, up to a second late. Beyond a hundred successes a second they are sampled. Any of them may be lost. Reading this log is not in it.",
  querystring: ListRequestsQuery,
  response: { 200: RequestListReply, ...problemResponses("INVALID_PAGE_TOKEN") },
});

export const read = operation("read", {
  ...common,
  operationId: "getRequest",
  summary: "Read one request of the log",
  params: requestParams,
  querystring: noQuery,
  response: { 200: RequestReply, ...problemResponses("URI_TOO_LONG", "REQUEST_NOT_FOUND") },
});
