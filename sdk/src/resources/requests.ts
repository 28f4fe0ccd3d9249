import { initOf, resultOf, type Http } from "../client/http.ts";
import type { CallOptions } from "../client/options.ts";
import { listOf, type List } from "../list.ts";
import type { Answer, AnswerOf, LoggedRequest, QueryOf } from "../types.ts";

/** The request log, for debugging. A request appears within a second. The log can lose requests. */
export const createRequests = (http: Http) => ({
  get: (requestId: string, options: CallOptions = {}): Answer<"getRequest"> =>
    resultOf(
      http.GET("/request/{requestId}", { params: { path: { requestId } }, ...initOf(options) }),
    ),

  /** Lists requests, newest first. */
  list: (
    query: QueryOf<"listRequests"> = {},
    options: CallOptions = {},
  ): List<LoggedRequest, AnswerOf<"listRequests">> =>
    listOf(
      (page) =>
        resultOf(
          http.GET("/request", { params: { query: { ...query, ...page } }, ...initOf(options) }),
        ),
      ({ requests }) => requests,
    ),
});
