import { INCLUDED_IN, isScope, scopesOf, type Scope } from "@tms/resources/rights";
import type { FastifyRequest } from "fastify";

/** The requirement of an operation: a scope in a game, a signed-in person (`user`), or nothing (`public`). */
export type Need = Scope | "user" | "public";

export interface Access {
  scope: Need;
  /** True to refuse API keys. */
  peopleOnly?: boolean;
  /** True if a person needs only the scope `read` when the path names that person. */
  ownToo?: boolean;
  /** True if the body may name the game. Only people need to name a game. */
  gameInBody?: boolean;
}

export function findAccess(config: object | undefined): Access | undefined {
  const need = config && "scope" in config ? config.scope : undefined;
  const isNeed = need === "user" || need === "public" || isScope(need);
  return isNeed ? (config as Access) : undefined;
}

export function accessOf(request: FastifyRequest): Access {
  const access = findAccess(request.routeOptions.config);
  if (access === undefined) throw new Error("a route without a scope was called");
  return access;
}

export const isForPeople = ({ scope, peopleOnly }: Access): boolean =>
  scope === "user" || peopleOnly === true;

/** Returns a sentence for the description of an operation. Returns an empty string for a public operation. */
export function describeAccess({ scope, peopleOnly }: Access): string {
  if (scope === "public") return "";
  if (scope === "user") return "Needs an access token.";
  const scopes = [scope, INCLUDED_IN[scope] ?? []].flat().map((one) => `\`${one}\``);
  if (!peopleOnly) return `Needs the scope ${scopes.join(" or ")}.`;
  if (scope === "read") return "Needs an access token and a role in the game.";
  const isForOwners = !scopesOf("developer", "test").has(scope);
  return `Needs an access token and the ${isForOwners ? "role `owner`" : `scope \`${scope}\``}.`;
}

// The scopes of operations that can change who acts in a game or who receives its events.
const ACCESS_SCOPES: ReadonlySet<Need> = new Set([
  "user",
  "keys:write",
  "members:write",
  "game:write",
  "webhooks:write",
] satisfies Need[]);

/** Returns whether an operation can change or reveal access. A GET with the scope `user` cannot. */
export const changesAccess = ({ scope }: Access, method: string): boolean =>
  ACCESS_SCOPES.has(scope) && (method !== "GET" || scope !== "user");

/** The time limit of one service call in auth/. http/deadline.ts limits the calls of an operation. */
export const CALL_LIMIT = { timeoutMs: 2_000 };
