import { Type } from "typebox";
import { codeOf, problemType, type ProblemName } from "../problems/catalogue.ts";
import { PROBLEM_MEDIA_TYPE } from "../problems/document.ts";
import { ref } from "./fields.ts";
import { ProblemSchema } from "../problems/schema.ts";

// What any operation that takes an API key can answer.
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

/** What any operation with a body can answer besides. */
export const WRITING: readonly ProblemName[] = [
  "INVALID_JSON",
  "IDEMPOTENCY_KEY_INVALID",
  "IDEMPOTENCY_KEY_REUSED",
  "REQUEST_IN_FLIGHT",
  "PAYLOAD_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
];

/** Headers of operations that change something; a plugin reads them, this documents them. */
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

/** Either form of sending a game's API key. */
export const apiKeySecurity = [{ apiKey: [] }, { apiKeyAuthorization: [] }];

/**
 * The documented failures of an operation, one response per status. Its type hides them, so
 * that a handler can answer nothing but success; problems are answered in one other place.
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
