import { Type } from "typebox";
import type { Need } from "../auth/access.ts";
import { codeOf, problemType, type ProblemName } from "../problems/catalogue.ts";
import { PROBLEM_MEDIA_TYPE, ProblemSchema } from "../problems/document.ts";
import { ref } from "./fields.ts";

const GAME_HEADER = Type.Object({
  "x-game-id": Type.Optional(
    Type.String({
      description:
        "The id of the environment, live or test, in which a request with an access token acts. You can omit this header if the path names a tournament or a game. An API key already determines its environment.",
      examples: ["0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01"],
    }),
  ),
});

const EVERYWHERE: readonly ProblemName[] = [
  "BAD_REQUEST",
  "EXPECTATION_FAILED",
  "HEADERS_TOO_LARGE",
  "REQUEST_TIMEOUT",
  "INVALID_ARGUMENT",
  "RATE_LIMITED",
  "TOO_MANY_AT_ONCE",
  "INTERNAL",
  "OVERLOADED",
  "UNAVAILABLE",
  "DEADLINE_EXCEEDED",
];

// Further failures of any operation in a game that API keys can call.
const IN_A_GAME: readonly ProblemName[] = [
  "CREDENTIALS_CONFLICT",
  "GAME_CONFLICT",
  "GAME_REQUIRED",
  "API_KEY_MISSING",
  "API_KEY_INVALID",
  "TOKEN_INVALID",
  "SCOPE_MISSING",
  "ADDRESS_NOT_ALLOWED",
  "GAME_NOT_FOUND",
];

// Further failures of any operation that only people can call.
const FOR_PEOPLE: readonly ProblemName[] = [
  "CREDENTIALS_CONFLICT",
  "GAME_CONFLICT",
  "TOKEN_MISSING",
  "TOKEN_INVALID",
  "API_KEY_INVALID",
  "ADDRESS_NOT_ALLOWED",
  "PERSON_REQUIRED",
];

const IN_A_TEAM: readonly ProblemName[] = ["GAME_REQUIRED", "GAME_NOT_FOUND", "SCOPE_MISSING"];

const WITH_A_BODY: readonly ProblemName[] = [
  "INVALID_JSON",
  "PAYLOAD_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
];

/** Further failures of any operation that changes something. */
const WRITING: readonly ProblemName[] = [
  ...WITH_A_BODY,
  "IDEMPOTENCY_KEY_INVALID",
  "IDEMPOTENCY_KEY_REUSED",
  "REQUEST_IN_FLIGHT",
];

/** The schema of the header that idempotency/ reads. */
const writingHeaders = Type.Object({
  "idempotency-key": Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        "Makes retries safe: a retry with the same key and content takes effect only once. Send 1 to 255 visible ASCII characters, and a new key for each operation that you want to perform. A key is valid only for one API key or person, and for one operation.",
      examples: ["8e03978e-40d5-43dd-bc93-6894a57f9324"],
    }),
  ),
});

/** The credentials of an operation of a game: an API key, in either header, or an access token. */
const gameSecurity = [{ apiKey: [] }, { apiKeyAuthorization: [] }, { "jwt-auth": [] }];

const peopleSecurity = [{ "jwt-auth": [] }];

function describe(name: ProblemName): string {
  const { title, repeatable } = problemType(name);
  return `\`${codeOf(name)}\`: ${title}.${repeatable ? " You can retry the request." : ""}`;
}

function responsesOf(names: readonly ProblemName[]): object {
  const all = new Set([...names, ...EVERYWHERE]);
  const byStatus = Map.groupBy(all, (name) => problemType(name).status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map(describe).join(" "),
        content: { [PROBLEM_MEDIA_TYPE]: { schema: ref(ProblemSchema) } },
      },
    ]),
  );
}

interface Described {
  tag: string;
  id: string;
  summary: string;
  description: string;
  scope: Need;
  peopleOnly?: boolean | undefined;
  writes: boolean;
  isQuestion?: boolean | undefined;
}

export function describeOperation(described: Described, problems: readonly ProblemName[]) {
  const { tag, id, summary, description, scope, peopleOnly, writes, isQuestion } = described;
  const isInGame = scope !== "user" && scope !== "public";
  const isForPeople = scope === "user" || peopleOnly === true;
  const changes = writes && isQuestion !== true;
  const headers = {
    ...(isInGame && GAME_HEADER.properties),
    ...(changes && writingHeaders.properties),
  };
  const failures = [
    ...problems,
    ...(changes ? WRITING : writes ? WITH_A_BODY : []),
    ...(isForPeople ? FOR_PEOPLE : isInGame ? IN_A_GAME : []),
    ...(isForPeople && isInGame ? IN_A_TEAM : []),
  ];
  return {
    operationId: id,
    summary,
    description,
    tags: [tag],
    // An empty list means that no credential is required.
    security: scope === "public" ? [] : isForPeople ? peopleSecurity : gameSecurity,
    ...(Object.keys(headers).length > 0 && { headers: Type.Object(headers) }),
    problems: responsesOf(failures),
  };
}
