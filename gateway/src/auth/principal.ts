import type { Game } from "@tms/proto/tms/game/v1/game";
import type { FastifyRequest } from "fastify";
import type { App } from "../app-type.ts";
import type { Scope } from "./scopes.ts";

/** Who makes a request. */
export interface Principal {
  /** Whatever the request reads or changes belongs to this game. */
  game: Game;
  actor: Actor;
  scopes: ReadonlySet<Scope>;
}

/** Who acts in a game. */
export interface Actor {
  type: "api_key";
  id: string;
}

const PRINCIPAL = Symbol("principal");

/** Makes room for a request's principal. */
export const principals = (app: App): void => void app.decorateRequest(PRINCIPAL, null);

/** Sets a request's principal; authentication does so. */
export const setPrincipal = (request: FastifyRequest, principal: Principal): void =>
  request.setDecorator<Principal>(PRINCIPAL, principal);

/** The principal of a request that was authenticated. */
export function principalOf(request: FastifyRequest): Principal {
  const principal = findPrincipal(request);
  if (principal === null) throw new Error("a route that needs a principal has no authentication");
  return principal;
}

/** The principal of a request, null where requests need no credential. */
export const findPrincipal = (request: FastifyRequest): Principal | null =>
  request.getDecorator(PRINCIPAL);
