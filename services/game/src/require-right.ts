import type { Queryable, Tx } from "@tms/kit/database/handle";
import { DomainError, found } from "@tms/kit/errors/domain-error";
import type { Actor } from "@tms/kit/values/actor";
import { SCOPES, scopesOf, suffices, toScope, type Scope } from "@tms/resources/rights";
import { shareLiveKey } from "./db/api-keys.ts";
import { lockProject } from "./db/games.ts";
import { shareMembership, type Where } from "./db/members.ts";

/**
 * Returns the actor's present scopes. Throws if they do not include `scope`. A concurrent transaction that
 * ends the right either commits before this check or waits for this transaction, so no change is made with an
 * ended right. The system has every right.
 */
export async function requireRight(tx: Tx, actor: Actor, where: Where, scope: Scope) {
  // The game is locked before its members. Every transaction that changes both uses this order.
  if ("projectId" in where && !(await lockProject(tx, where.projectId)))
    throw new DomainError("GAME_NOT_FOUND");
  return await requireScope(tx, actor, where, scope);
}

/** Checks a right like {@link requireRight}, but locks no game. Use it for a change in another database. */
export async function requireScope(db: Queryable, actor: Actor, where: Where, scope: Scope) {
  const scopes = await findScopes(db, actor, where);
  if (!suffices(scopes, scope))
    throw new DomainError("SCOPE_MISSING", `This operation needs the scope ${scope}.`);
  return scopes;
}

async function findScopes(db: Queryable, { type, id }: Actor, where: Where) {
  if (type === "system") return new Set(SCOPES);
  if (type === "user") {
    const membership = found(await shareMembership(db, id, where), "GAME_NOT_FOUND");
    return scopesOf(membership.role, membership.mode);
  }
  const key = await shareLiveKey(db, id);
  // A key belongs to one environment, and never to a game as a whole.
  if (key === undefined || !("gameId" in where) || key.gameId !== where.gameId)
    throw new DomainError("API_KEY_INVALID");
  return new Set<Scope>(key.scopes.map(toScope));
}
