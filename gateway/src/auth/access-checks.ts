import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isWithin } from "@tms/kit/values/networks";
import { digestApiKey, isWellFormedApiKey } from "@tms/kit/values/secret";
import { suffices } from "@tms/resources/rights";
import type { Clients } from "../clients.ts";
import { ProblemError } from "../problems/problem-error.ts";
import { accessOf, findAccess, isForPeople, type Access } from "./access.ts";
import { createKeyUses, createKeyCache, type PresentedKey } from "./api-keys.ts";
import { createEnvironments } from "./environment.ts";
import { isPerson, type Principal, type Caller } from "./principal.ts";
import { createLiveSessions, createTokenReader, tokenInvalid } from "./sessions.ts";

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

// Other APIs accept API keys as bearer tokens, so some callers do the same and need an explanation.
const API_KEY = /^tms_(live|test)_/;
const KEY_AS_TOKEN =
  "An API key is not a bearer token. Send it as x-api-key, or as Authorization: ApiKey.";

/**
 * Creates a function that finds the caller of a request by an API key or an access token. It throws
 * TOKEN_MISSING or API_KEY_MISSING without a credential. Refused credentials are not limited: API keys and
 * signatures cannot be guessed, and a limit by address would affect other callers.
 */
function createAuthenticator({ game, identity }: Clients, publicUrl: string) {
  const findKey = createKeyCache(game);
  const readToken = createTokenReader(identity, publicUrl);
  const findSession = createLiveSessions(identity);
  return async (headers: IncomingHttpHeaders, access: Access): Promise<Caller> => {
    const key = presentedKey(headers);
    if (key !== undefined) return await findKey(key);
    const token = BEARER_SCHEME.exec(headers.authorization ?? "")?.[1];
    if (token === undefined)
      throw new ProblemError(isForPeople(access) ? "TOKEN_MISSING" : "API_KEY_MISSING");
    if (API_KEY.test(token)) throw new ProblemError("TOKEN_INVALID", KEY_AS_TOKEN);
    const { userId, sessionId } = await readToken(token);
    const session = await findSession(sessionId);
    if (session?.userId !== userId) throw tokenInvalid();
    return { actor: { type: "user", id: userId }, sessionId };
  };
}

const API_KEY_SCHEME = /^apikey +(\S+) *$/i;
const BEARER_SCHEME = /^bearer +(\S+) *$/i;
const FOREIGN = " ";

/** Returns the API key in X-Api-Key or Authorization. Throws CREDENTIALS_CONFLICT if the two differ. */
export function presentedKey(headers: IncomingHttpHeaders): PresentedKey | undefined {
  const header = headers["x-api-key"];
  const { authorization } = headers;
  const own = typeof header === "string" ? header.trim() : undefined;
  // FOREIGN stands for a credential of another scheme, which is different from every API key.
  const schemed = authorization && (API_KEY_SCHEME.exec(authorization)?.[1] ?? FOREIGN);
  if (own !== undefined && schemed !== undefined && !isSame(own, schemed))
    throw new ProblemError("CREDENTIALS_CONFLICT");
  const key = own ?? schemed;
  if (key === undefined || key === "" || key === FOREIGN) return undefined;
  return { digest: digestApiKey(key), isWellFormed: () => isWellFormedApiKey(key) };
}

const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(digestApiKey(one), digestApiKey(other));
