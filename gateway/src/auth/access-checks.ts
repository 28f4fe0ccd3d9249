import type { FastifyInstance, FastifyRequest } from "fastify";
import { isWithin } from "@tms/kit/values/networks";
import { suffices } from "@tms/resources/rights";
import type { Clients } from "../clients.ts";
import { ProblemError } from "../problems/problem-error.ts";
import { accessOf, findAccess, isForPeople, type Access } from "./access.ts";
import { createKeyUses } from "./api-keys.ts";
import { createAuthenticator } from "./credentials.ts";
import { createEnvironments } from "./environment.ts";
import { isPerson, type Principal } from "./principal.ts";

/** A check of the caller during a long response. Throws if a new request would be refused. */
export type CheckAgain = (request: FastifyRequest) => Promise<void>;

/**
 * Adds hooks that check the credential (401), the environment (404), then the network of a key, the kind of
 * caller and the scope (403). Rate limits (429) and the body (400) are checked later. A game in the body is
 * checked just before the body's schema. Returns the function that repeats the checks, except of the body.
 * Throws an Error if a route declares no scope.
 */
export function accessChecks(
  app: FastifyInstance,
  clients: Clients,
  publicUrl: string,
): CheckAgain {
  const authenticate = createAuthenticator(clients, publicUrl);
  const environments = createEnvironments(clients);
  const noteUse = createKeyUses(clients.game);
  app.addHook("onRoute", (route) => {
    const access = findAccess(route.config);
    if (access === undefined)
      throw new Error(`${String(route.method)} ${route.url} declares no scope`);
    // Only routes with a game in the body get this hook, because every hook costs time.
    if (access.gameInBody === true)
      route.preValidation = [checkBody, route.preValidation ?? []].flat();
  });

  async function check(request: FastifyRequest): Promise<void> {
    const access = accessOf(request);
    if (access.scope === "public") return;
    const caller = await authenticate(request.headers, access);
    request.caller = caller;
    const principal =
      access.scope === "user" ? undefined : await environments.ofRequest(caller, request, access);
    if (!isPerson(caller)) {
      if (!isWithin(caller.ranges, request.ip)) throw new ProblemError("ADDRESS_NOT_ALLOWED");
      if (isForPeople(access)) throw new ProblemError("PERSON_REQUIRED");
      noteUse(caller.actor.id, request.ip);
    }
    if (principal !== undefined) letIn(request, principal, access);
  }
  app.addHook("onRequest", check);

  async function checkBody(request: FastifyRequest): Promise<void> {
    const { caller, principal: entered } = request;
    if (caller === null || !isPerson(caller)) return;
    const principal = await environments.ofBody(caller, request, entered);
    if (principal !== undefined) letIn(request, principal, accessOf(request));
  }
  return check;
}

/** Sets the principal first, so that the request log includes refusals. Can throw SCOPE_MISSING. */
function letIn(request: FastifyRequest, principal: Principal, access: Access): void {
  request.principal = principal;
  const scope = access.ownToo && isAboutOneself(request, principal) ? "read" : access.scope;
  if (scope === "user" || scope === "public" || !suffices(principal.scopes, scope))
    throw new ProblemError("SCOPE_MISSING", `This operation needs the scope ${scope}.`);
}

function isAboutOneself({ params }: FastifyRequest, { actor }: Principal): boolean {
  const { userId } = params as { userId?: string };
  return actor.type === "user" && userId?.toLowerCase() === actor.id;
}
