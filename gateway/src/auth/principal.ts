import type { Origin } from "@tms/kit/rpc/origin";
import { SYSTEM } from "@tms/kit/values/actor";
import type { Game } from "@tms/proto/tms/game/v1/game";
import type { FastifyRequest } from "fastify";
import type { App } from "../app-type.ts";
import type { AddressRanges } from "./keys/address-ranges.ts";
import type { Role } from "@tms/resources/member";
import type { Scope } from "@tms/resources/rights";

/** Who acts. */
export interface Actor {
  type: "api_key" | "user";
  id: string;
}

/** The backend of a game, by its API key. The key says in which game it acts. */
export interface KeyCaller {
  actor: Actor & { type: "api_key" };
  /** The same for a key and all that were rolled from it. */
  lineId: string;
  game: Game;
  scopes: ReadonlySet<Scope>;
  /** From where the key may be used; undefined means everywhere. */
  ranges: AddressRanges | undefined;
}

/** Somebody who is signed in. Each request says in which game they act. */
export interface Person {
  actor: Actor & { type: "user" };
  /** By which sign-in. */
  sessionId: string;
}

/** Whom the credential of a request belongs to. */
export type Caller = KeyCaller | Person;

/** Who makes a request in a game. */
export interface Principal {
  /** Whatever the request reads or changes belongs to this game. */
  game: Game;
  actor: Actor;
  scopes: ReadonlySet<Scope>;
  /** What a person is in the game; keys are nothing. */
  role?: Role;
}

const CALLER = Symbol("caller");
const PRINCIPAL = Symbol("principal");

/** Makes room for a request's caller and principal. */
export function principals(app: App): void {
  app.decorateRequest(CALLER, null);
  app.decorateRequest(PRINCIPAL, null);
}

/** Sets a request's caller; access-checks.ts does so. */
export const setCaller = (request: FastifyRequest, caller: Caller): void =>
  request.setDecorator<Caller>(CALLER, caller);

/** Sets a request's principal; access-checks.ts does so. */
export const setPrincipal = (request: FastifyRequest, principal: Principal): void =>
  request.setDecorator<Principal>(PRINCIPAL, principal);

/** The principal of a request in a game. */
export function principalOf(request: FastifyRequest): Principal {
  const principal = findPrincipal(request);
  if (principal === null) throw new Error("a route that needs a principal does not authenticate");
  return principal;
}

/** The principal of a request, null where it acts in no game. */
export const findPrincipal = (request: FastifyRequest): Principal | null =>
  request.getDecorator(PRINCIPAL);

/** The caller of a request, null where requests need no credential. */
export const findCaller = (request: FastifyRequest): Caller | null => request.getDecorator(CALLER);

/** What services are told of where a request comes from. */
export const originOf = (request: FastifyRequest): Origin => ({
  actor: findCaller(request)?.actor ?? SYSTEM,
  requestId: request.id,
});

/** The person who makes a request that only people may make. */
export function personOf(request: FastifyRequest): { userId: string; sessionId: string } {
  const caller = findCaller(request);
  if (caller === null || !isPerson(caller))
    throw new Error("a route for users accepted another caller");
  return { userId: caller.actor.id, sessionId: caller.sessionId };
}

/** Whether a caller is a person. */
export const isPerson = (caller: Caller): caller is Person => caller.actor.type === "user";

/** What the person who makes a request is in the game in which it acts. */
export function roleIn(request: FastifyRequest): Role {
  const { role } = principalOf(request);
  if (role === undefined) throw new Error("a route for users accepted another caller");
  return role;
}
