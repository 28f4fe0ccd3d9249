import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { digestApiKey, isWellFormedApiKey } from "@tms/kit/values/secret";
import type { Clients } from "../clients.ts";
import { ProblemError } from "../problems/problem-error.ts";
import { isForPeople, type Access } from "./access.ts";
import { createKeyCache, type PresentedKey } from "./api-keys.ts";
import type { Caller } from "./principal.ts";
import { createLiveSessions, createTokenReader, tokenInvalid } from "./sessions.ts";

// Other APIs accept API keys as bearer tokens, so some callers do the same and need an explanation.
const API_KEY = /^tms_(live|test)_/;
const KEY_AS_TOKEN =
  "An API key is not a bearer token. Send it as x-api-key, or as Authorization: ApiKey.";

/**
 * Creates a function that finds the caller of a request by an API key or an access token. It throws
 * TOKEN_MISSING or API_KEY_MISSING without a credential. Refused credentials are not limited: API keys and
 * signatures cannot be guessed, and a limit by address would affect other callers.
 */
export function createAuthenticator({ game, identity }: Clients, publicUrl: string) {
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
