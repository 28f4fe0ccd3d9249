import { isScope, type Scope } from "@tms/resources/rights";
import type { FastifyRequest } from "fastify";

/** The requirement of an operation: a scope in a game, a signed-in person, or nothing. */
export type Need = Scope | "user" | "public";

export interface Access {
  scope: Need;
  /** API keys are refused. */
  peopleOnly?: boolean;
  /** A person needs only `read` if the path names that person. */
  ownToo?: boolean;
  /** The body may name the game of a person. */
  gameInBody?: boolean;
}

export function findAccess(config: object | undefined): Access | undefined {
  const need = config && "scope" in config ? config.scope : undefined;
  return isNeed(need) ? (config as Access) : undefined;
}

export function accessOf(request: FastifyRequest): Access {
  const access = findAccess(request.routeOptions.config);
  if (access === undefined) throw new Error("a route without a scope was called");
  return access;
}

export const isForPeople = ({ scope, peopleOnly }: Access): boolean =>
  scope === "user" || peopleOnly === true;

// The scopes of operations on accounts, keys, members, games and endpoints. These operations can change who
// has access to a game.
const ACCESS_SCOPES: ReadonlySet<Need> = new Set([
  "user",
  "keys:write",
  "members:write",
  "game:write",
  "webhooks:write",
] satisfies Need[]);

/** Returns whether an operation changes who has access, or shows the secret of an endpoint. */
export const changesAccess = ({ scope }: Access, method: string): boolean =>
  ACCESS_SCOPES.has(scope) && (method !== "GET" || scope !== "user");

const isNeed = (value: unknown): value is Need =>
  value === "user" || value === "public" || isScope(value);

/** With the eight seconds of http/deadline.ts, the services have ten seconds for one request. */
export const CALL_LIMIT = { timeoutMs: 2_000 };
