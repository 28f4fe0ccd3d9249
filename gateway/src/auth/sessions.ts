import { createBatcher } from "@tms/kit/batching/batcher";
import { keepAnswers } from "@tms/kit/batching/kept-answers";
import { isId } from "@tms/kit/values/ids";
import type { LiveSession, SigningKey } from "@tms/proto/tms/identity/v1/identity";
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from "jose";
import type { FastifyInstance } from "fastify";
import type { Clients } from "../clients.ts";
import { ProblemError } from "../problems/problem-error.ts";
import { accessOf, CALL_LIMIT, changesAccess } from "./access.ts";
import { isPerson } from "./principal.ts";

// The maximum age of cached signing keys. Tokens of a removed key are accepted for at most this time.
const FRESH_MS = 5_000;
// Tokens with unknown key ids cause at most one call in this time.
const COOLDOWN_MS = 1_000;
/** The maximum difference between the clocks of this machine and of the identity service. */
const LEEWAY_S = 5;
// The longest token that is verified. Real tokens have about five hundred characters.
const MAX_CHARACTERS = 2_048;

/** Converts the public half of a signing key to a JSON Web Key (RFC 7517, RFC 8037). */
export const jwkOf = ({ id, publicKey }: SigningKey) => ({
  kty: "OKP" as const,
  crv: "Ed25519" as const,
  alg: "Ed25519" as const,
  use: "sig" as const,
  kid: id,
  x: Buffer.from(publicKey).toString("base64url"),
});

/**
 * Creates a function that returns the user and the session of an access token, or throws TOKEN_INVALID.
 * Algorithm, type, issuer and audience are fixed, so that a token cannot choose how it is verified.
 */
export function createTokenReader(identity: Clients["identity"], publicUrl: string) {
  // The keys come by RPC, so the URL is never used.
  const keySet = createRemoteJWKSet(new URL("rpc:ListSigningKeys"), {
    cacheMaxAge: FRESH_MS,
    cooldownDuration: COOLDOWN_MS,
    [customFetch]: async () => {
      const { keys } = await identity.listSigningKeys({}, CALL_LIMIT);
      return Response.json({ keys: keys.map(jwkOf) });
    },
  });
  const options = {
    algorithms: ["Ed25519"],
    typ: "at+jwt",
    issuer: publicUrl,
    audience: publicUrl,
    requiredClaims: ["sub", "sid", "exp"],
    clockTolerance: LEEWAY_S,
  };
  return async (token: string): Promise<{ userId: string; sessionId: string }> => {
    if (token.length > MAX_CHARACTERS) throw tokenInvalid();
    const { payload } = await jwtVerify(token, keySet, options).catch((error: unknown) => {
      throw error instanceof errors.JOSEError ? tokenInvalid(error) : error;
    });
    const { sub, sid } = payload;
    if (sub === undefined || typeof sid !== "string" || !isId(sub) || !isId(sid))
      throw tokenInvalid();
    return { userId: sub, sessionId: sid };
  };
}

export const tokenInvalid = (cause?: unknown): ProblemError =>
  new ProblemError("TOKEN_INVALID", undefined, { cause });

// Answers are kept for five seconds. The end of a session takes effect within this time.
const KEEPING = { nameOf: (sessionId: string) => sessionId, forMs: 5_000, max: 10_000 };
const LIMITS = { maxBatch: 256, inFlight: 2, maxWaiting: 8_192 };

export function createLiveSessions(identity: Clients["identity"]) {
  const lookUp = createBatcher<string, LiveSession | undefined>(async (sessionIds, answer) => {
    const request = { sessionIds: [...sessionIds] };
    const { sessions } = await identity.batchCheckSessions(request, CALL_LIMIT);
    const live = new Map(sessions.map((session) => [session.sessionId, session]));
    sessionIds.forEach((id, index) => answer(live.get(id), index));
  }, LIMITS);
  return keepAnswers(lookUp, KEEPING);
}

/**
 * Adds a hook that throws TOKEN_INVALID if a request changes access with an ended session. The answer of
 * createLiveSessions can be five seconds old. Services check roles and keys themselves.
 */
export function requireCurrentSession(
  app: FastifyInstance,
  { identity }: Pick<Clients, "identity">,
): void {
  app.addHook("preHandler", async (request) => {
    const caller = request.caller;
    if (caller === null || !isPerson(caller)) return;
    if (!changesAccess(accessOf(request), request.method)) return;
    const { sessionId } = caller;
    const { sessions } = await identity.batchCheckSessions({ sessionIds: [sessionId] }, CALL_LIMIT);
    if (!sessions.some(({ userId }) => userId === caller.actor.id)) throw tokenInvalid();
  });
}
