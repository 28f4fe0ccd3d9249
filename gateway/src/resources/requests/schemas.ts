import { Type, type Static } from "typebox";
import { PATTERNS } from "../../openapi/patterns.ts";
import { EXAMPLES } from "../../openapi/examples/examples.ts";
import {
  closed,
  dateTime,
  id,
  nextCursor,
  nullable,
  pageQuery,
  ref,
} from "../../openapi/schemas/fields.ts";

const CALLER_TYPES = ["api_key", "user"] as const;

export const RequestSchema = Type.Object(
  {
    requestId: Type.String({ description: "The id of the request, as in `X-Request-Id`." }),
    at: dateTime("When the request arrived."),
    method: Type.String({ description: "The HTTP method." }),
    path: Type.String({
      description: "The path with its query, without secrets. It is cut after 1,024 characters.",
    }),
    status: Type.Integer({ description: "The HTTP status of the response." }),
    durationMs: Type.Number({ description: "The time until the response, in milliseconds." }),
    caller: Type.Object(
      {
        type: Type.Enum([...CALLER_TYPES], { description: "The kind of caller." }),
        id: id("The id of the API key or person."),
      },
      { description: "The API key or person that sent the request." },
    ),
    address: Type.String({ description: "The network address of the caller." }),
    code: nullable(
      Type.String({ description: "The code of the problem. Null if the request succeeded." }),
    ),
    detail: nullable(
      Type.String({ description: "The detail of the problem. Null if the request succeeded." }),
    ),
    errors: Type.Array(
      Type.Object({
        pointer: Type.String({ description: "The faulty field." }),
        detail: Type.String({ description: "The rule that the field violates." }),
      }),
      {
        description: "The faulty fields that the problem names.",
      },
    ),
    body: nullable(
      Type.String({
        description:
          "The JSON body of a POST or PATCH, cut after 4 KiB. Values of fields with `password`, `secret` or `token` in their names are removed. Null if the request has no JSON body.",
      }),
    ),
    idempotencyKey: nullable(
      Type.String({ description: "The Idempotency-Key of the request. Null if it has none." }),
    ),
    replayed: Type.Boolean({
      description:
        "Whether the response is the stored response to an earlier request with the same Idempotency-Key.",
    }),
  },
  {
    $id: "Request",
    examples: [EXAMPLES.Request],
    description: "A request in the log, with its result.",
  },
);
export type RequestJson = Static<typeof RequestSchema>;

export const ListRequestsQuery = closed({
  status: Type.Optional(
    Type.String({
      pattern: PATTERNS.status.pattern,
      description:
        "Returns only requests with this status, such as `404`, or with a class of statuses, such as `4xx`.",
      examples: ["4xx"],
    }),
  ),
  method: Type.Optional(
    Type.Enum(["GET", "POST", "PATCH"], {
      description: "Returns only requests with this HTTP method.",
    }),
  ),
  path: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 256,
      description: "Returns only requests with a path that starts with this text.",
    }),
  ),
  caller: Type.Optional(
    Type.Enum([...CALLER_TYPES], {
      description: "Returns only requests of API keys, or only requests of signed-in people.",
    }),
  ),
  keyId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: "Returns only requests of the API key with this id.",
    }),
  ),
  problem: Type.Optional(
    Type.String({
      pattern: PATTERNS.code.pattern,
      description: "Returns only requests that failed with this problem code.",
      examples: ["tournament_full"],
    }),
  ),
  from: Type.Optional(dateTime("Returns only requests that arrived at or after this time.")),
  to: Type.Optional(dateTime("Returns only requests that arrived before this time.")),
  ...pageQuery(100, 50),
});
export const RequestListReply = Type.Object(
  {
    requests: Type.Array(ref(RequestSchema), {
      maxItems: 100,
      description: "The requests on this page.",
    }),
    nextCursor,
    leftOut: Type.Integer({
      description:
        "The number of requests in the period of this page that were not recorded because of a high request rate.",
    }),
  },
  {
    description:
      "A page of the log, newest first. With a filter, a page can have fewer requests than `limit`, or none, even if more pages follow.",
  },
);
export const RequestReply = Type.Object(
  { request: ref(RequestSchema) },
  { description: "The request." },
);
export const requestParams = closed({
  requestId: Type.String({
    minLength: 1,
    maxLength: 128,
    description: "The id of the request, as in `X-Request-Id`.",
  }),
});
