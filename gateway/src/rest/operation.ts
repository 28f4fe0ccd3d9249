import { isId } from "@tms/kit/values/ids";
import { Mode } from "@tms/proto/tms/game/v1/game";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Static, TObject, TProperties } from "typebox";
import type { Access, Need } from "../auth/access.ts";
import { personOf, principalOf } from "../auth/principal.ts";
import { createSharedReads } from "../batching/shared-reads.ts";
import type { Clients } from "../clients.ts";
import { bindClients, deadlineOf, until, within } from "../http/deadline.ts";
import { sourceOf } from "../http/headers.ts";
import { rpcRequestId } from "../idempotency/repeats.ts";
import type { ProblemName } from "../problems/catalogue.ts";
import { ProblemError } from "../problems/problem-error.ts";
import {
  createReply,
  IDS,
  idsOf,
  missingOf,
  routeSchema,
  type Answer,
  type Declaration,
  type IdParam,
  type Place,
  type Reply,
} from "./declaration.ts";
import type { Parts } from "./parts.ts";

type ParamName<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;

export class Call<P extends string, Q extends TProperties, B extends TProperties> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The deadline of the work for the request, on the clock of performance.now(). */
  readonly deadlineAt: number;

  constructor(request: FastifyRequest, reply: FastifyReply, deadlineAt: number) {
    this.request = request;
    this.reply = reply;
    this.deadlineAt = deadlineAt;
  }

  get body() {
    return this.request.body as Static<TObject<B>>;
  }
  get query() {
    return this.request.query as Partial<Static<TObject<Q>>>;
  }
  /** The path parameters. Ids are in lower case. */
  get params() {
    return this.request.params as Record<ParamName<P>, string>;
  }
  get game() {
    return principalOf(this.request).game;
  }
  get test() {
    return this.game.mode === Mode.TEST;
  }
  /** The fields of an RPC that identify the resource of the path. */
  get target() {
    return { gameId: this.game.id, ...this.params };
  }
  get page() {
    const { limit, cursor } = this.request.query as { limit?: number; cursor?: string };
    return { pageSize: limit ?? 0, pageToken: cursor ?? "" };
  }
  get scopes() {
    return principalOf(this.request).scopes;
  }
  /** The user and the session of the request. Throws an Error if the caller is not a person. */
  get person() {
    return personOf(this.request);
  }
  /** The network address and the user agent of the request, for the identity service. */
  get source() {
    return sourceOf(this.request);
  }
  /** The id of the change: equal for retries with an Idempotency-Key, otherwise new at each access. */
  get requestId() {
    return rpcRequestId(this.request);
  }
  /** The fields of an RPC that identify a change to the resource of the path. */
  get mutation() {
    return { requestId: this.requestId, ...this.target };
  }
  /** The fields of an RPC that identify a change to the game itself, not to an environment. */
  get projectMutation() {
    return { requestId: this.requestId, projectId: this.game.projectId };
  }
}

export type Operation = (app: FastifyInstance, clients: Clients, parts: Parts) => void;

interface Handled<
  P extends string,
  Q extends TProperties,
  B extends TProperties,
  R extends Reply,
> extends Declaration<Q, B, R> {
  /** Handles a request. `clients` send its deadline and, unless `isShared`, its caller, id and trace. */
  handle: (call: Call<P, Q, B>, clients: Clients, parts: Parts) => Promise<Answer<R>>;
}

type Declared<H extends Access> = Omit<H, "scope"> & Partial<Pick<H, "scope">>;

const declare =
  (tag: string, method: Place["method"], access: Access) =>
  <
    P extends string,
    R extends Reply,
    Q extends TProperties = TProperties,
    B extends TProperties = TProperties,
  >(
    id: string,
    url: P,
    declared: Declared<Handled<P, Q, B, R>>,
  ): Operation => {
    const declaration: Handled<P, Q, B, R> = { ...access, ...declared };
    const { handle, statuses = [200], bodyLimit, isShared = false } = declaration;
    const schema = routeSchema({ tag, id, method, url }, declaration);
    const toReply = createReply(declaration);
    const checkIds = idCheck(url, declaration.missing);
    return (app, clients, parts) => {
      const share = createSharedResponses();
      app.route({
        method,
        url,
        config: declaration,
        ...(bodyLimit !== undefined && { bodyLimit }),
        schema,
        handler: async (request, response) => {
          checkIds(request);
          response.code(statuses[0]);
          if (isShared)
            return await share(request, response, async (deadlineAt) => {
              const call = new Call<P, Q, B>(request, response, deadlineAt);
              const bound = bindClients(clients, () => until(deadlineAt));
              return toReply(await handle(call, bound, parts), request);
            });
          const call = new Call<P, Q, B>(request, response, deadlineOf(request));
          const bound = bindClients(clients, () => within(request));
          return toReply(await handle(call, bound, parts), request);
        },
      });
    };
  };

/** Creates a function that lowercases the ids of a path, or throws the problem of a malformed id. */
function idCheck(url: string, own: ProblemName | undefined) {
  const ids = idsOf(url).map((name) => ({ name, missing: missingOf(url, name, own) }));
  return ({ params }: FastifyRequest) => {
    const given = params as Record<string, string>;
    for (const { name, missing } of ids) {
      const text = given[name] ?? "";
      const { detail }: IdParam = IDS[name];
      if (!isId(text)) throw new ProblemError(missing, detail);
      given[name] = text.toLowerCase();
    }
  };
}

/** Creates a function that shares one read among equal concurrent requests, with their latest deadline. */
function createSharedResponses() {
  const share = createSharedReads<string>();
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    read: (deadlineAt: number) => Promise<object>,
  ) => {
    const { id, name } = principalOf(request).game;
    const body = await share({
      // The key contains the name, because all other fields of a game in a response never change.
      key: `${id} ${request.url} ${name}`,
      deadlineAt: deadlineOf(request),
      read: async (deadlineAt) => JSON.stringify(await read(deadlineAt)),
    });
    return reply.type("application/json; charset=utf-8").send(body);
  };
}

interface AccessByMethod extends Pick<Access, "peopleOnly"> {
  /** The scope of each GET that declares none. */
  read: Need;
  /** The scope of each POST and PATCH that declares none. */
  write: Need;
}

/** Returns a function that declares the GET operations of a tag. */
export const readsOf = (tag: string, access: Access) => declare(tag, "GET", access);

/** Returns functions that declare the operations of a tag. */
export const operationsOf = (tag: string, { read, write, ...access }: AccessByMethod) => ({
  get: readsOf(tag, { ...access, scope: read }),
  post: declare(tag, "POST", { ...access, scope: write }),
  patch: declare(tag, "PATCH", { ...access, scope: write }),
});
