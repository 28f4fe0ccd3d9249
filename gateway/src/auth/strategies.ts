import type { IncomingHttpHeaders } from "node:http";
import type { Clients } from "../clients.ts";
import { ProblemError } from "../problems/problem-error.ts";
import { isForPeople, type Access } from "./access.ts";
import { presentedKey, presentedToken } from "./credentials.ts";
import { createKeyCache } from "./key-cache.ts";
import type { Caller } from "./principal.ts";
import { createLiveSessions, createTokenReader, tokenInvalid } from "./sessions.ts";

/** Finds a caller by one kind of credential. Throws a ProblemError if the credential is refused. */
export type Strategy = (headers: IncomingHttpHeaders) => Promise<Caller | undefined>;

/**
 * Throws TOKEN_MISSING or API_KEY_MISSING without a credential. Refused credentials are not counted, because
 * API keys and token signatures cannot be guessed, and a limit by address would affect other callers.
 */
export async function authenticate(
  headers: IncomingHttpHeaders,
  strategies: readonly Strategy[],
  access: Access,
): Promise<Caller> {
  for (const strategy of strategies) {
    const caller = await strategy(headers);
    if (caller !== undefined) return caller;
  }
  throw new ProblemError(isForPeople(access) ? "TOKEN_MISSING" : "API_KEY_MISSING");
}

export function apiKeyStrategy({ game: games }: Pick<Clients, "game">): Strategy {
  const findKey = createKeyCache(games);
  return async (headers) => {
    const presented = presentedKey(headers);
    return presented && (await findKey(presented));
  };
}

// Other APIs accept API keys as bearer tokens, so some callers do the same and need an explanation.
const API_KEY = /^tms_(live|test)_/;
const KEY_AS_TOKEN =
  "An API key is not a bearer token. Send it as x-api-key, or as Authorization: ApiKey.";

export function jwtStrategy({ identity }: Pick<Clients, "identity">, publicUrl: string): Strategy {
  const readToken = createTokenReader(identity, publicUrl);
  const findSession = createLiveSessions(identity);
  return async (headers) => {
    const token = presentedToken(headers);
    if (token === undefined) return undefined;
    if (API_KEY.test(token)) throw new ProblemError("TOKEN_INVALID", KEY_AS_TOKEN);
    const { userId, sessionId } = await readToken(token);
    const session = await findSession(sessionId);
    if (session?.userId !== userId) throw tokenInvalid();
    return { actor: { type: "user", id: userId }, sessionId };
  };
}
