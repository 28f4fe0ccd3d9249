import { isScope, type Scope } from "@tms/resources/rights";
import type { FastifyRequest } from "fastify";

/**
 * What an operation asks of its callers: a scope in a game, to be signed in as a person, or nothing.
 */
export type Need = Scope | "user" | "public";

/** How an operation is declared, in the config of its route. */
export interface Access {
  scope: Need;
  /** API keys are refused, whatever their scopes. */
  peopleOnly?: boolean;
  /** Whoever the path names needs no more than `read` to do it to themselves. */
  ownToo?: boolean;
  /** The body names the game, so that a person's is known only when the body was read. */
  gameInBody?: boolean;
}

/** What the config of a route declares; undefined if that is nothing known. */
export function findAccess(config: object | undefined): Access | undefined {
  const need = config && "scope" in config ? config.scope : undefined;
  return isNeed(need) ? (config as Access) : undefined;
}

/** What the operation of a request declares. */
export function accessOf(request: FastifyRequest): Access {
  const access = findAccess(request.routeOptions.config);
  if (access === undefined) throw new Error("a route without a scope was called");
  return access;
}

/** Whether an operation is for people alone. */
export const isForPeople = ({ scope, peopleOnly }: Access): boolean =>
  scope === "user" || peopleOnly === true;

// What keys, members and endpoints there are decides who reaches a game.
const ACCESS_SCOPES: ReadonlySet<Need> = new Set([
  "user",
  "keys:write",
  "members:write",
  "game:write",
  "webhooks:write",
] satisfies Need[]);

/** Whether an operation changes who has access, or shows the secret of an endpoint. */
export const changesAccess = ({ scope }: Access, method: string): boolean =>
  ACCESS_SCOPES.has(scope) && (method !== "GET" || scope !== "user");

const isNeed = (value: unknown): value is Need =>
  value === "user" || value === "public" || isScope(value);
