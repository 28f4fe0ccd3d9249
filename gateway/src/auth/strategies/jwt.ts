import type { Clients } from "../../clients.ts";
import { presentedToken } from "../credentials.ts";
import { createTokenReader, tokenInvalid } from "../people/access-token.ts";
import { createLiveSessions } from "../people/live-sessions.ts";
import type { Strategy } from "./strategy.ts";

/** Authenticates people by their access tokens, while their sessions last. Throws TOKEN_INVALID. */
export function jwtStrategy({ identity }: Pick<Clients, "identity">, publicUrl: string): Strategy {
  const readToken = createTokenReader(identity, publicUrl);
  const findSession = createLiveSessions(identity);
  return async (headers) => {
    const token = presentedToken(headers);
    if (token === undefined) return undefined;
    const { userId, sessionId } = await readToken(token);
    const session = await findSession(sessionId);
    if (session?.userId !== userId) throw tokenInvalid();
    return { actor: { type: "user", id: userId }, sessionId };
  };
}
