import { create } from "@bufbuild/protobuf";
import { GameSchema, type Game } from "@tms/proto/tms/game/v1/game";
import { of as fieldOf } from "@tms/resources/field";
import {
  createWriter,
  idSchema,
  ref,
  type Field,
  type MessageOf,
  type OwnField,
} from "@tms/resources/resource";
import type { FastifyRequest, FastifySchema } from "fastify";
import { Type, type Static, type TObject, type TProperties, type TSchema } from "typebox";
import { describeAccess, isForPeople, type Access } from "../auth/access.ts";
import { closed, handle, message, nextCursor, optional, pageQuery } from "@tms/resources/input";
import { codeOf, problemType, type ProblemName } from "../problems/catalogue.ts";
import { PROBLEM_MEDIA_TYPE, ProblemSchema } from "../problems/document.ts";

const TEXTS: Readonly<Record<string, TSchema>> = {
  handle,
  requestId: Type.String({
    minLength: 1,
    maxLength: 128,
    description: "The id of the request, as in `X-Request-Id`.",
  }),
};

export interface IdParam {
  description: string;
  missing: ProblemName;
  /** The detail of the problem. The default is the title of the problem. */
  detail?: string;
}

/** The path parameters that are ids. `missing` is the problem of a malformed or unknown id. */
export const IDS = {
  tournamentId: {
    description: "The id of the tournament.",
    missing: "TOURNAMENT_NOT_FOUND",
    detail: "The game has no tournament with that id.",
  },
  keyId: { description: "The id of the API key.", missing: "API_KEY_NOT_FOUND" },
  gameId: {
    description: "The id of the game itself, not of one of its environments.",
    missing: "GAME_NOT_FOUND",
  },
  userId: { description: "The id of the person.", missing: "MEMBER_NOT_FOUND" },
  sessionId: { description: "The id of the session.", missing: "SESSION_NOT_FOUND" },
  invitationId: { description: "The id of the invitation.", missing: "INVITATION_NOT_FOUND" },
  accountId: { description: "The id of the account.", missing: "ACCOUNT_NOT_FOUND" },
  endpointId: { description: "The id of the endpoint.", missing: "ENDPOINT_NOT_FOUND" },
  eventId: { description: "The id of the event.", missing: "EVENT_NOT_FOUND" },
} as const satisfies Record<string, IdParam>;
type IdName = keyof typeof IDS;
const isIdName = (name: string): name is IdName => name in IDS;

/**
 * The members of a response body. `done` adds `message`, and `page` adds `nextCursor`. A Field computes its
 * value from the result of the handler. A TSchema describes a member that is copied from the result.
 */
export type Reply = Record<string, ReplyField | TSchema>;
type ReplyField = Field<never, Game, TSchema> | OwnField<never, Game, TSchema>;
type OfFields<R> = {
  [K in keyof R]: R[K] extends { schema: TSchema } ? (message: MessageOf<R[K], K>) => void : never;
}[keyof R];
type OfSchemas<R> = {
  [K in keyof R as R[K] extends { schema: TSchema } ? never : K]: R[K] extends TSchema
    ? R[K]
    : never;
};
/** The object from which a reply is built, such as the response of a service. */
export type Answer<R> = Static<TObject<OfSchemas<R>>> &
  (OfFields<R> extends (message: infer M) => void ? M : unknown);

export interface Declaration<
  Q extends TProperties,
  B extends TProperties,
  R extends Reply,
> extends Access {
  summary: string;
  /** The start of the operation's description. {@link describeAccess} adds the last sentence. */
  description: string;
  /** True if the body or the response contains a secret. The response is then not kept for retries. */
  isSecret?: boolean;
  /** True for a POST that changes nothing and therefore ignores an Idempotency-Key. */
  isQuestion?: boolean;
  /** True if equal concurrent GETs share one response, which must not depend on the caller. */
  isShared?: boolean;
  /** The largest body, in bytes. The default is 64 KiB. */
  bodyLimit?: number;
  /** The query parameters. All of them are optional. */
  query?: Q;
  /** The maximum and the default page size. Adds the query parameters `limit` and `cursor`. */
  page?: readonly [max: number, byDefault: number];
  /** The members of the body. The default is an empty body, which may be missing. */
  body?: B;
  example?: object;
  /** Further keywords of the schema of the body. A body with a default may be missing. */
  bodyIs?: { default?: object; description?: string; minProperties?: 1; maxProperties?: 1 };
  /** The success statuses, by default [200]. The first is sent unless the handler sets another. */
  statuses?: readonly [number, ...number[]];
  /** The description of the reply: one text for all statuses, or one text for each status. */
  returns: string | readonly string[];
  /** The `message` of the reply, for people. Absent if the handler returns `message`, or if there is none. */
  done?: string;
  reply: R;
  /** The problem if the last id in the path is malformed or unknown. The default is in {@link IDS}. */
  missing?: ProblemName;
  /** Problems in addition to the problems of access, `page`, path and method. */
  problems?: readonly ProblemName[];
}

const NO_BODY = { default: {} };

/** The largest body of an operation on many items: 1 KiB for each of a thousand items, on average. */
export const MANY_ITEMS_BYTES = 1024 * 1024;

type AnyDeclaration = Declaration<TProperties, TProperties, Reply>;

export interface Place {
  tag: string;
  id: string;
  method: "GET" | "POST" | "PATCH";
  url: string;
}

export const idsOf = (url: string): IdName[] => namesOf(url).filter(isIdName);

const namesOf = (url: string) => [...url.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);

export const missingOf = (url: string, name: IdName, own: ProblemName | undefined): ProblemName =>
  (name === idsOf(url).at(-1) && own) || IDS[name].missing;

export function routeSchema(place: Place, declaration: AnyDeclaration): FastifySchema {
  const { tag, id, method, url } = place;
  const { scope, query = {}, page, body, example, bodyIs, statuses = [200], returns } = declaration;
  const names = namesOf(url);
  const writes = method !== "GET";
  const changes = writes && declaration.isQuestion !== true;
  const isInGame = scope !== "user" && scope !== "public";
  const peopleOnly = isForPeople(declaration);
  const headers = { ...(isInGame && GAME_HEADER), ...(changes && WRITING_HEADERS) };
  const problems: ProblemName[] = [
    ...(names.length > 0 ? (["URI_TOO_LONG"] as const) : []),
    ...idsOf(url).map((name) => missingOf(url, name, declaration.missing)),
    ...(declaration.problems ?? []),
    ...(page ? (["INVALID_PAGE_TOKEN"] as const) : []),
    ...(changes ? WRITING : writes ? WITH_A_BODY : []),
    ...(peopleOnly ? FOR_PEOPLE : isInGame ? IN_A_GAME : []),
    ...(peopleOnly && isInGame ? IN_A_TEAM : []),
    ...EVERYWHERE,
  ];
  const params = names.map((name) => [
    name,
    isIdName(name) ? idSchema(IDS[name].description) : TEXTS[name],
  ]);
  const members = Object.entries(replyOf(declaration)).map(([name, one]) => [
    name,
    isField(one) ? one.schema : one,
  ]);
  const reply = Object.fromEntries(members) as TProperties;
  const success = statuses.map((status, n) => {
    const text = typeof returns === "string" ? returns : returns[n];
    return [status, Type.Object(reply, { description: text ?? "" })] as const;
  });
  return {
    operationId: id,
    summary: declaration.summary,
    description: `${declaration.description} ${describeAccess(declaration)}`.trimEnd(),
    tags: [tag],
    // An empty list means that no credential is required.
    security: scope === "public" ? [] : peopleOnly ? PEOPLE_SECURITY : GAME_SECURITY,
    ...(Object.keys(headers).length > 0 && { headers: Type.Object(headers) }),
    ...(names.length > 0 && { params: closed(Object.fromEntries(params)) }),
    querystring: closed({ ...optional(query), ...(page && pageQuery(...page)) }),
    ...(writes && {
      body: closed(body ?? {}, {
        ...(body === undefined && NO_BODY),
        ...bodyIs,
        ...(example && { examples: [example] }),
      }),
    }),
    response: { ...Object.fromEntries(success), ...responsesOf(problems) },
  };
}

const replyOf = ({ done, reply, page }: AnyDeclaration): Reply => ({
  ...(done !== undefined && { message: fieldOf(message, () => done) }),
  ...reply,
  ...(page && { nextCursor }),
});

// The game for replies of operations outside a game. These replies do not depend on the game.
const NO_GAME = create(GameSchema);

/** Creates a function that builds a reply. A reply without a Field is sent as the handler returns it. */
export function createReply(declaration: AnyDeclaration) {
  const members = Object.entries(replyOf(declaration));
  if (!members.some(([, one]) => isField(one))) return (answer: object) => answer;
  const fields = members.map(([name, one]) => [name, isField(one) ? one : toField(name, one)]);
  const write = createWriter<Game>(Object.fromEntries(fields) as Record<string, ReplyField>);
  return (answer: object, request: FastifyRequest): object =>
    write(answer, request.principal?.game ?? NO_GAME);
}

const isField = (one: ReplyField | TSchema): one is ReplyField => "schema" in one;

/** Returns a field that copies a member of the handler's result. */
const toField = (name: string, schema: TSchema) =>
  fieldOf(schema, (answer: Record<string, unknown>) => answer[name]);

const GAME_HEADER = {
  "x-game-id": Type.Optional(
    Type.String({
      description:
        "The id of the environment, live or test, in which a request with an access token acts. You can omit this header if the path names a tournament or a game. An API key already determines its environment.",
      examples: ["0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01"],
    }),
  ),
};

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

const WRITING_HEADERS = {
  "idempotency-key": Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        "Makes retries safe: a retry with the same key and content takes effect only once. Send 1 to 255 visible ASCII characters, and a new key for each operation that you want to perform. A key is valid only for one API key or person, and for one operation.",
      examples: ["8e03978e-40d5-43dd-bc93-6894a57f9324"],
    }),
  ),
};

const GAME_SECURITY = [{ apiKey: [] }, { apiKeyAuthorization: [] }, { "jwt-auth": [] }];
const PEOPLE_SECURITY = [{ "jwt-auth": [] }];

function responsesOf(names: readonly ProblemName[]): object {
  const byStatus = Map.groupBy(new Set(names), (name) => problemType(name).status);
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

function describe(name: ProblemName): string {
  const { title, repeatable } = problemType(name);
  return `\`${codeOf(name)}\`: ${title}.${repeatable ? " You can retry the request." : ""}`;
}
