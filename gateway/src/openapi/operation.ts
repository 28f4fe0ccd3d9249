import type { FastifySchema } from "fastify";
import { Type } from "typebox";
import type { Scope } from "../auth/scopes.ts";
import { codeOf, problemType, type ProblemName } from "../problems/catalogue.ts";
import { PROBLEM_MEDIA_TYPE } from "../problems/document.ts";
import { ProblemSchema } from "../problems/schema.ts";
import { ref } from "./fields.ts";

/** The options of a route: the scope that its callers need, its schemas, and its largest body. */
export const operation = <S extends FastifySchema>(
  scope: Scope,
  schema: S,
  options: { bodyLimit?: number } = {},
) => ({ config: { scope }, schema, ...options });

// Failures of any operation that takes a credential.
const ALWAYS: readonly ProblemName[] = [
  "BAD_REQUEST",
  "EXPECTATION_FAILED",
  "HEADERS_TOO_LARGE",
  "REQUEST_TIMEOUT",
  "INVALID_ARGUMENT",
  "CREDENTIALS_CONFLICT",
  "API_KEY_MISSING",
  "API_KEY_INVALID",
  "RATE_LIMITED",
  "TOO_MANY_AT_ONCE",
  "INTERNAL",
  "OVERLOADED",
  "UNAVAILABLE",
  "DEADLINE_EXCEEDED",
];

/** Further failures of any operation with a body. */
export const WRITING: readonly ProblemName[] = [
  "INVALID_JSON",
  "IDEMPOTENCY_KEY_INVALID",
  "IDEMPOTENCY_KEY_REUSED",
  "REQUEST_IN_FLIGHT",
  "PAYLOAD_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
];

/** Documents the header that idempotency/ reads. */
export const writingHeaders = Type.Object({
  "idempotency-key": Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        "Makes a repeat safe: 1 to 255 visible ASCII characters, a new one per operation.",
      examples: ["8e03978e-40d5-43dd-bc93-6894a57f9324"],
    }),
  ),
});

/** The two headers in which an API key may come. */
export const apiKeySecurity = [{ apiKey: [] }, { apiKeyAuthorization: [] }];

/**
 * The documented failures of an operation, one response per status. The return type hides them, so
 * that a handler can answer success only; problems/answer.ts answers the failures.
 */
export function problemResponses(...names: readonly ProblemName[]): object {
  const byStatus = Map.groupBy(new Set([...names, ...ALWAYS]), (name) => problemType(name).status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group
          .map((name) => `\`${codeOf(name)}\`: ${problemType(name).title}.`)
          .join(" "),
        content: { [PROBLEM_MEDIA_TYPE]: { schema: ref(ProblemSchema) } },
      },
    ]),
  );
}
