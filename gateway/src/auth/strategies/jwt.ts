import type { Clients } from "../../clients.ts";
import { presentedToken } from "../credentials.ts";
import { createTokenReader, tokenInvalid } from "../people/access-token.ts";
import { createLiveSessions } from "../people/live-sessions.ts";
import { ProblemError } from "../../problems/problem-error.ts";
import type { Strategy } from "./strategy.ts";

// What callers of other APIs do by habit.
const API_KEY = /^tms_(live|test)_/;
const KEY_AS_TOKEN =
  "An API key is not a bearer token. Send it as x-api-key, or as Authorization: ApiKey.";

/** Authenticates people by their access tokens, while their sessions last. Throws TOKEN_INVALID. */
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
