import type { Origin } from "@tms/kit/rpc/origin";
import { traceContext } from "@tms/kit/tracing/spans";
import { SYSTEM } from "@tms/kit/values/actor";
import type { Game } from "@tms/proto/tms/game/v1/game";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AddressRanges } from "@tms/kit/values/networks";
import type { Role } from "@tms/resources/member";
import type { Scope } from "@tms/resources/rights";

export interface Actor {
  type: "api_key" | "user";
  id: string;
}

/** A backend with an API key, which determines the game. */
export interface KeyCaller {
  actor: Actor & { type: "api_key" };
  /** The id of the first key in the chain of rolled keys, which may be this key. */
  lineId: string;
  game: Game;
  scopes: ReadonlySet<Scope>;
  /** The allowed networks. Undefined allows all addresses. */
  ranges: AddressRanges | undefined;
}

/** A signed-in person. A request names the game in which the person acts. */
export interface Person {
  actor: Actor & { type: "user" };
  sessionId: string;
}

export type Caller = KeyCaller | Person;

export interface Principal {
  game: Game;
  actor: Actor;
  scopes: ReadonlySet<Scope>;
  /** The role of the person. Absent for an API key. */
  role?: Role;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Null before authentication, and in public operations. */
    caller: Caller | null;
    /** Null outside a game. */
    principal: Principal | null;
  }
}

export function principals(app: FastifyInstance): void {
  app.decorateRequest("caller", null);
  app.decorateRequest("principal", null);
}

/** Returns the principal of a request. Throws an Error if the request is not in a game. */
export function principalOf({ principal }: FastifyRequest): Principal {
  if (principal === null) throw new Error("a route that needs a principal does not authenticate");
  return principal;
}

export const originOf = (request: FastifyRequest): Origin => ({
  actor: request.caller?.actor ?? SYSTEM,
  requestId: request.id,
  trace: traceContext(),
});

/** Returns the person who makes a request. Throws an Error if the caller is not a person. */
export function personOf({ caller }: FastifyRequest): { userId: string; sessionId: string } {
  if (caller === null || !isPerson(caller))
    throw new Error("a route for users accepted another caller");
  return { userId: caller.actor.id, sessionId: caller.sessionId };
}

export const isPerson = (caller: Caller): caller is Person => caller.actor.type === "user";

/** Returns the person's role in the game. Throws an Error for an API key, or outside a game. */
export function roleIn(request: FastifyRequest): Role {
  const { role } = principalOf(request);
  if (role === undefined) throw new Error("a route for users accepted another caller");
  return role;
}
