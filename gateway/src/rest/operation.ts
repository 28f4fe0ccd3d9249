import { toJsonString } from "@bufbuild/protobuf";
import { isId } from "@tms/kit/values/ids";
import { GameSchema, Mode, type Game } from "@tms/proto/tms/game/v1/game";
import { idSchema } from "@tms/resources/resource";
import type { FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import { Type, type Static, type TObject, type TProperties, type TSchema } from "typebox";
import type { App } from "../app-type.ts";
import type { Access } from "../auth/access.ts";
import { personOf, principalOf } from "../auth/principal.ts";
import { createSharedReads } from "../batching/shared-reads.ts";
import type { Clients } from "../clients.ts";
import { clientsOf, clientsUntil, deadlineOf } from "../http/deadline.ts";
import { rpcRequestId } from "../idempotency/repeats.ts";
import { describeOperation } from "../openapi/operation.ts";
import { closed, handle, NoBody } from "../openapi/fields.ts";
import type { ProblemName } from "../problems/catalogue.ts";
import { ProblemError } from "../problems/problem-error.ts";

/** The path parameters that are not ids. */
const TEXTS: Readonly<Record<string, TSchema>> = {
  handle,
  requestId: Type.String({
    minLength: 1,
    maxLength: 128,
    description: "The id of the request, as in `X-Request-Id`.",
  }),
};

interface IdParam {
  description: string;
  missing: ProblemName;
  /** The detail of the problem. The default is the title of the problem. */
  detail?: string;
}

/** The path parameters that are ids, with the problem for an unknown id. */
const IDS = {
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

type ParamName<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;

/** A request of an operation. */
export class Call<P extends string, Q extends TProperties, B extends TSchema> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** When the work for the request ends, on the clock of performance.now(). */
  readonly deadlineAt: number;

  constructor(request: FastifyRequest, reply: FastifyReply, deadlineAt: number) {
    this.request = request;
    this.reply = reply;
    this.deadlineAt = deadlineAt;
  }

  get body() {
    return this.request.body as Static<B>;
  }
  get query() {
    return this.request.query as Static<TObject<Q>>;
  }
  /** The path parameters. Ids are in lower case. */
  get params() {
    return this.request.params as Record<ParamName<P>, string>;
  }
  /** The environment in which the request acts. */
  get game() {
    return principalOf(this.request).game;
  }
  /** True in a test environment. */
  get test() {
    return this.game.mode === Mode.TEST;
  }
  /** The fields of an RPC that identify the resource of the path. */
  get target() {
    return { gameId: this.game.id, ...this.params };
  }
  /** The requested page of a list. */
  get page() {
    const { limit, cursor } = this.request.query as { limit?: number; cursor?: string };
    return { pageSize: limit ?? 0, pageToken: cursor ?? "" };
  }
  get scopes() {
    return principalOf(this.request).scopes;
  }
  /** The person who makes the request. Throws an Error if an API key does. */
  get person() {
    return personOf(this.request);
  }
  /** The id of a change, which is the same for each retry of the request. */
  get requestId() {
    return rpcRequestId(this.request);
  }
  /** The fields that identify a change in the environment. */
  get mutation() {
    return { requestId: this.requestId, gameId: this.game.id };
  }
  /** The fields that identify a change of the game itself, which has two environments. */
  get projectMutation() {
    return { requestId: this.requestId, projectId: this.game.projectId };
  }
}

interface Declaration<
  P extends string,
  Q extends TProperties,
  B extends TSchema,
  R extends TProperties,
  Parts,
> extends Access {
  summary: string;
  description: string;
  /** The body or the response contains a secret, so the response is not kept for retries. */
  isSecret?: boolean;
  /** A POST that changes nothing. It ignores an Idempotency-Key. */
  isQuestion?: boolean;
  /**
   * Equal GETs that wait together get one response. It must depend only on the environment and on the URL,
   * not on the caller.
   */
  isShared?: boolean;
  /** The largest body, in bytes. The default is 64 KiB. */
  bodyLimit?: number;
  query?: Q;
  /** The default is an empty body, which may be missing. */
  body?: B;
  /** The statuses of success. The first is sent unless the handler sets another. */
  statuses?: readonly [number, ...number[]];
  /** The description of the reply: one text for all statuses, or one text for each status. */
  returns: string | readonly string[];
  reply: R;
  /** The problem if the last id in the path is unknown. The default depends on the name of the parameter. */
  missing?: ProblemName;
  /** Problems that do not follow from access, path and method. */
  problems?: readonly ProblemName[];
  /** Handles a request. Calls of the clients have the deadline and the origin of the request. */
  handle: (call: Call<P, Q, B>, clients: Clients, parts: Parts) => Promise<Static<TObject<R>>>;
}

/** A function that registers an operation of the REST API. `parts` are the parts that its handler needs. */
export type Operation<Parts = void> = (app: App, clients: Clients, parts: Parts) => void;

const declare =
  <Parts>(tag: string, method: "GET" | "POST" | "PATCH") =>
  <
    P extends string,
    R extends TProperties,
    Q extends TProperties = TProperties,
    B extends TSchema = typeof NoBody,
  >(
    id: string,
    url: P,
    declaration: Declaration<P, Q, B, R, Parts>,
  ): Operation<Parts> => {
    const { summary, description, query, body, returns, reply, handle: run } = declaration;
    const { statuses = [200], problems = [], bodyLimit, isShared = false, ...access } = declaration;
    const { scope, peopleOnly, ownToo, gameInBody, isSecret, isQuestion } = access;
    const writes = method !== "GET";
    const names = [...url.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
    const ids = names.filter(isIdName);
    const missing = (name: IdName): ProblemName =>
      (name === ids.at(-1) && declaration.missing) || IDS[name].missing;
    const failures: ProblemName[] = [
      ...(names.length > 0 ? (["URI_TOO_LONG"] as const) : []),
      ...ids.map(missing),
      ...problems,
    ];
    const described = { tag, id, summary, description, scope, peopleOnly, writes, isQuestion };
    const { problems: failed, ...schema } = describeOperation(described, failures);
    const params = names.map((name) => [
      name,
      isIdName(name) ? idSchema(IDS[name].description) : TEXTS[name],
    ]);
    const success = statuses.map((status, n) => {
      const text = typeof returns === "string" ? returns : returns[n];
      return [status, Type.Object(reply, { description: text ?? "" })] as const;
    });
    // The declaration determines the types of the route, so this schema needs no types.
    const routeSchema: FastifySchema = {
      ...schema,
      ...(names.length > 0 && { params: closed(Object.fromEntries(params)) }),
      querystring: closed(query ?? {}),
      ...(writes && { body: body ?? NoBody }),
      response: { ...Object.fromEntries(success), ...failed },
    };
    const config = { scope, peopleOnly, ownToo, gameInBody, isSecret, isQuestion };
    return (app, clients, parts) => {
      const share = createSharedResponses();
      app.route({
        method,
        url,
        config: Object.fromEntries(Object.entries(config).filter(([, value]) => value)),
        ...(bodyLimit !== undefined && { bodyLimit }),
        schema: routeSchema,
        handler: async (request, response) => {
          checkIds(request, ids, missing);
          response.code(statuses[0]);
          const makeCall = (deadlineAt: number) => new Call<P, Q, B>(request, response, deadlineAt);
          return isShared
            ? await share(request, response, (deadlineAt) =>
                run(makeCall(deadlineAt), clientsUntil(deadlineAt, clients), parts),
              )
            : await run(makeCall(deadlineOf(request)), clientsOf(request, clients), parts);
        },
      });
    };
  };

/** Changes the ids of a path to lower case. Throws the problem of an id that is not valid. */
function checkIds(
  { params }: FastifyRequest,
  ids: readonly IdName[],
  missing: (name: IdName) => ProblemName,
): void {
  const given = params as Record<string, string>;
  for (const name of ids) {
    const text = given[name] ?? "";
    const { detail }: IdParam = IDS[name];
    if (!isId(text)) throw new ProblemError(missing(name), detail);
    given[name] = text.toLowerCase();
  }
}

/**
 * Creates a function that sends a response, or the same response to equal requests that wait together. The
 * response is serialized once. It has the latest deadline of these requests.
 */
function createSharedResponses() {
  const share = createSharedReads<string>();
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    read: (deadlineAt: number) => Promise<object>,
  ) => {
    const body = await share({
      key: `${fingerprintOf(principalOf(request).game)} ${request.url}`,
      deadlineAt: deadlineOf(request),
      read: async (deadlineAt) => JSON.stringify(await read(deadlineAt)),
    });
    return reply.type("application/json; charset=utf-8").send(body);
  };
}

const fingerprints = new WeakMap<Game, string>();

/** Returns a text that is equal for equal games. The caches of callers keep each message for seconds. */
function fingerprintOf(game: Game): string {
  const known = fingerprints.get(game);
  if (known !== undefined) return known;
  const text = toJsonString(GameSchema, game);
  fingerprints.set(game, text);
  return text;
}

/** Returns functions that declare operations of a tag by operationId, path and declaration. */
export const operationsOf = <Parts = void>(tag: string) => ({
  get: declare<Parts>(tag, "GET"),
  post: declare<Parts>(tag, "POST"),
  patch: declare<Parts>(tag, "PATCH"),
});
