import * as field from "@tms/resources/field";
import { idSchema, momentSchema, resource } from "@tms/resources/resource";
import { momentOf } from "@tms/resources/values/times";
import { Type } from "typebox";
import { dateTime, matching, nextCursor, pageQuery } from "@tms/resources/input";
import { ProblemError } from "../problems/problem-error.ts";
import { searchRequests } from "../request-log/search.ts";
import type { RequestRecord } from "../request-log/store.ts";
import { readsOf } from "../rest/operation.ts";

const DEFAULT_LIMIT = 50;
const CALLER_TYPES = ["api_key", "user"] as const;

/** A request in the log. Declared here, because the gateway keeps the log. */
export const Request = resource<RequestRecord>()(
  "Request",
  "A request in the log, with its result.",
  {
    requestId: "0197d9b1-2299-7c1a-8e0f-4b3a2c1d0e9f",
    at: "2030-05-01T17:42:10.118Z",
    method: "POST",
    path: "/tournament/0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11/join",
    status: 201,
    durationMs: 7.4,
    caller: { type: "api_key", id: "0197d9a1-55c0-7a4e-9f12-8d7c6b5a4938" },
    address: "203.0.113.7",
    code: null,
    detail: null,
    errors: [],
    body: '{"gamer":"ada"}',
    idempotencyKey: "8e03978e-40d5-43dd-bc93-6894a57f9324",
    replayed: false,
  },
  {
    requestId: field.text("The id of the request, as in `X-Request-Id`."),
    at: field.of(momentSchema("When the request arrived."), ({ at }) => new Date(at).toISOString()),
    method: field.text("The HTTP method."),
    path: field.text("The path with its query, without secrets. It is cut after 1,024 characters."),
    status: field.integer("The HTTP status of the response."),
    durationMs: field.of(
      Type.Number({ description: "The time until the response, in milliseconds." }),
      ({ durationMs }) => durationMs,
    ),
    caller: field.of(
      Type.Object(
        {
          type: Type.Enum([...CALLER_TYPES], { description: "The kind of caller." }),
          id: idSchema("The id of the API key or person."),
        },
        { description: "The API key or person that sent the request." },
      ),
      ({ caller }) => caller,
    ),
    address: field.text("The network address of the caller."),
    code: field.textOrNull("The code of the problem. Null if the request succeeded."),
    detail: field.textOrNull("The detail of the problem. Null if the request succeeded."),
    errors: field.of(
      Type.Array(
        Type.Object({
          pointer: Type.String({ description: "The faulty field." }),
          detail: Type.String({ description: "The rule that the field violates." }),
        }),
        { description: "The faulty fields that the problem names." },
      ),
      ({ errors = [] }) => [...errors],
    ),
    body: field.textOrNull(
      "The JSON body of a POST or PATCH, cut after 4 KiB. Values of fields with `password`, `secret` or `token` in their names are removed. Null if the request has no JSON body.",
    ),
    idempotencyKey: field.textOrNull("The Idempotency-Key of the request. Null if it has none."),
    replayed: field.flag(
      "Whether the response is the stored response to an earlier request with the same Idempotency-Key.",
    ),
    traceId: field.optionalText(
      "The id of the request's trace. Absent if the operator did not trace it.",
    ),
  },
);

const get = readsOf("requests", { scope: "read" });

export const requestOperations = [
  get("listRequests", "/request", {
    summary: "List requests",
    description:
      "Returns the requests to the environment, newest first, for debugging. The log keeps the newest 10,000 successful and 10,000 failed requests of the last three days. A request appears within a second. Above 100 successful requests per second, the log records only a sample. The log can lose requests. Requests that read the log are not recorded.",
    query: {
      status: matching(
        "status",
        "Returns only requests with this status, such as `404`, or with a class of statuses, such as `4xx`.",
        { examples: ["4xx"] },
      ),
      method: Type.Enum(["GET", "POST", "PATCH"], {
        description: "Returns only requests with this HTTP method.",
      }),
      path: Type.String({
        minLength: 1,
        maxLength: 256,
        description: "Returns only requests with a path that starts with this text.",
      }),
      caller: Type.Enum([...CALLER_TYPES], {
        description: "Returns only requests of API keys, or only requests of signed-in people.",
      }),
      keyId: Type.String({
        minLength: 1,
        maxLength: 64,
        description: "Returns only requests of the API key with this id.",
      }),
      problem: matching("code", "Returns only requests that failed with this problem code.", {
        examples: ["tournament_full"],
      }),
      from: dateTime("Returns only requests that arrived at or after this time."),
      to: dateTime("Returns only requests that arrived before this time."),
      ...pageQuery(100, DEFAULT_LIMIT),
    },
    problems: ["INVALID_PAGE_TOKEN"],
    returns:
      "A page of the log, newest first. With a filter, a page can have fewer requests than `limit`, or none, even if more pages follow.",
    reply: {
      requests: field.many(Request, "The requests on this page.", "requests", { maxItems: 100 }),
      nextCursor,
      leftOut: field.integer(
        "The number of requests in the period of this page that were not recorded because of a high request rate.",
      ),
    },
    async handle({ query, game }, _, { requests }) {
      const { limit = DEFAULT_LIMIT, cursor = "", from, to, ...rest } = query;
      const filter = {
        ...rest,
        ...(from !== undefined && { from: momentOf(from) }),
        ...(to !== undefined && { to: momentOf(to) }),
      };
      const page = await searchRequests(requests, game.id, filter, { limit, cursor });
      return { ...page, nextPageToken: page.nextCursor ?? "" };
    },
  }),

  get("getRequest", "/request/:requestId", {
    summary: "Retrieve a request",
    description: "Returns a request from the log of the environment, by its `X-Request-Id`.",
    problems: ["REQUEST_NOT_FOUND"],
    returns: "The request.",
    reply: { request: field.one(Request, "request") },
    async handle({ params, game: { id } }, _, { requests, limitLookUps }) {
      const request = await limitLookUps(() => requests.find(id, params.requestId), id);
      if (request === undefined) throw new ProblemError("REQUEST_NOT_FOUND");
      return { request };
    },
  }),
];
