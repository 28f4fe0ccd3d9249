import type { FastifyRequest } from "fastify";
import type { App } from "../app-type.ts";
import { ProblemError } from "../problems/problem-error.ts";
import { accessOf, findAccess, isForPeople, type Access } from "./access.ts";
import { authenticate } from "./authentication.ts";
import type { Environments } from "./environment.ts";
import { isWithin } from "./keys/address-ranges.ts";
import type { NoteUse } from "./keys/key-uses.ts";
import {
  findCaller,
  findPrincipal,
  isPerson,
  setCaller,
  setPrincipal,
  type Caller,
  type Principal,
} from "./principal.ts";
import type { Strategy } from "./strategies/strategy.ts";

/**
 * Decides who may make a request, in this order: the credential (401), the environment (404), the
 * address that a key comes from, the kind of caller and the scope (403). All of it comes before limits
 * (429) and before the body (400), but for one case: where the body alone names a person's game,
 * environment and scope are decided when the body was read and before it is validated. Throws, so that
 * the process does not start, for a route that declares no scope.
 */
export function accessChecks(
  app: App,
  strategies: readonly Strategy[],
  environments: Environments,
  noteUse: NoteUse = () => undefined,
): void {
  app.addHook("onRoute", ({ method, url, config }) => {
    if (findAccess(config) === undefined)
      throw new Error(`${String(method)} ${url} declares no scope`);
  });

  app.addHook("onRequest", async (request) => {
    const access = accessOf(request);
    if (access.scope === "public") return;
    const caller = await authenticate(request.headers, strategies, access);
    setCaller(request, caller);
    const principal =
      access.scope === "user" ? undefined : await environments.ofRequest(caller, request, access);
    checkCaller(caller, request, access);
    if (!isPerson(caller)) noteUse(caller.actor.id, request.ip);
    if (principal !== undefined) letIn(request, principal, access);
  });

  app.addHook("preValidation", async (request) => {
    const [access, caller] = [accessOf(request), findCaller(request)];
    if (access.gameInBody !== true || caller === null || !isPerson(caller)) return;
    const principal = await environments.ofBody(caller, request, findPrincipal(request));
    if (principal !== undefined) letIn(request, principal, access);
  });
}

function checkCaller(caller: Caller, { ip }: FastifyRequest, access: Access): void {
  if (isPerson(caller)) return;
  if (!isWithin(caller.ranges, ip)) throw new ProblemError("ADDRESS_NOT_ALLOWED");
  if (isForPeople(access)) throw new ProblemError("PERSON_REQUIRED");
}

/** Sets a request's principal; throws unless it has the scope. A refusal, too, is logged as the game's. */
function letIn(request: FastifyRequest, principal: Principal, access: Access): void {
  setPrincipal(request, principal);
  const scope = access.ownToo && isAboutOneself(request, principal) ? "read" : access.scope;
  if (scope === "user" || scope === "public" || !principal.scopes.has(scope))
    throw new ProblemError("SCOPE_MISSING", `This operation needs the scope ${scope}.`);
}

function isAboutOneself({ params }: FastifyRequest, { actor }: Principal): boolean {
  const { userId } = params as { userId?: string };
  return actor.type === "user" && userId?.toLowerCase() === actor.id;
}
