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
    requestId: Type.String({ description: "As in `X-Request-Id`." }),
    at: dateTime("When it arrived."),
    method: Type.String(),
    path: Type.String({ description: "With its query, without secrets; 1,024 characters of it." }),
    status: Type.Integer({ description: "What it was answered with." }),
    durationMs: Type.Number({ description: "How long the answer took." }),
    caller: Type.Object(
      { type: Type.Enum([...CALLER_TYPES]), id: id("The API key or person.") },
      { description: "Who made it." },
    ),
    address: Type.String({ description: "From where." }),
    code: nullable(Type.String({ description: "The code of the problem it was answered with." })),
    detail: nullable(Type.String({ description: "What that problem said." })),
    errors: Type.Array(Type.Object({ pointer: Type.String(), detail: Type.String() }), {
      description: "The faults of the request that it named.",
    }),
    body: nullable(
      Type.String({
        description:
          "Of a mutation: its JSON, without the values of fields whose names hold `password`, `secret` or `token`, cut after 4 KiB. Null where there was none, or no JSON.",
      }),
    ),
    idempotencyKey: nullable(Type.String()),
    replayed: Type.Boolean({ description: "Whether the answer was that of an earlier request." }),
  },
  { $id: "Request", examples: [EXAMPLES.Request], description: "A request that was answered." },
);
export type RequestJson = Static<typeof RequestSchema>;

export const ListRequestsQuery = closed({
  status: Type.Optional(
    Type.String({
      pattern: PATTERNS.status.pattern,
      description: "A status, or a class of them: `404`, `4xx`.",
      examples: ["4xx"],
    }),
  ),
  method: Type.Optional(Type.Enum(["GET", "POST", "PATCH"])),
  path: Type.Optional(
    Type.String({ minLength: 1, maxLength: 256, description: "How the path begins." }),
  ),
  caller: Type.Optional(
    Type.Enum([...CALLER_TYPES], {
      description: "Only requests by API keys, or by people at a dashboard or a command line.",
    }),
  ),
  keyId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: "Only requests by this API key." }),
  ),
  problem: Type.Optional(
    Type.String({
      pattern: PATTERNS.code.pattern,
      description: "Only those answered with this problem code.",
      examples: ["tournament_full"],
    }),
  ),
  from: Type.Optional(dateTime("Only requests that arrived then or later.")),
  to: Type.Optional(dateTime("Only requests that arrived before.")),
  ...pageQuery(100, 50),
});
export const RequestListReply = Type.Object(
  {
    requests: Type.Array(ref(RequestSchema), { maxItems: 100 }),
    nextCursor,
    leftOut: Type.Integer({
      description:
        "How many requests beside those of this page were not recorded, because there were more than a hundred a second.",
    }),
  },
  {
    description:
      "A page of the log, newest first. With a filter it may be shorter than `limit`, or empty, and still have a next page.",
  },
);
export const RequestReply = Type.Object(
  { request: ref(RequestSchema) },
  { description: "The request." },
);
export const requestParams = closed({
  requestId: Type.String({ minLength: 1, maxLength: 128, description: "As in `X-Request-Id`." }),
});
