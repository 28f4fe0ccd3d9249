import { isId } from "@tms/kit/values/ids";
import { decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from "jose";
import type { Clients } from "../../clients.ts";
import { ProblemError } from "../../problems/problem-error.ts";
import { createSigningKeys } from "./signing-keys.ts";

/** Whom an access token speaks for. */
export interface TokenSubject {
  userId: string;
  sessionId: string;
}

/** How far this machine's clock may be behind that of identity, or ahead of it. */
const LEEWAY_S = 5;
// Tokens have some five hundred characters.
const MOST_CHARACTERS = 2_048;

/**
 * Creates a function that reads an access token and trusts it only by identity's signature. Nothing
 * that a token says about itself chooses how it is checked: algorithm, type, issuer and audience are
 * fixed here. Throws TOKEN_INVALID.
 */
export function createTokenReader(identity: Clients["identity"], publicUrl: string) {
  const keysFor = createSigningKeys(identity);
  const options = {
    algorithms: ["Ed25519"],
    typ: "at+jwt",
    issuer: publicUrl,
    audience: publicUrl,
    requiredClaims: ["sub", "sid", "exp"],
    clockTolerance: LEEWAY_S,
  };
  return async (token: string): Promise<TokenSubject> => {
    const keys = await keysFor(keyIdOf(token));
    const { payload } = await jwtVerify(token, keys, options).catch((error: unknown) => {
      throw error instanceof errors.JOSEError ? tokenInvalid(error) : error;
    });
    return subjectOf(payload);
  };
}

function keyIdOf(token: string): string | undefined {
  if (token.length > MOST_CHARACTERS) throw tokenInvalid();
  try {
    return decodeProtectedHeader(token).kid;
  } catch (error) {
    throw tokenInvalid(error);
  }
}

function subjectOf({ sub, sid }: JWTPayload): TokenSubject {
  if (sub === undefined || typeof sid !== "string" || !isId(sub) || !isId(sid))
    throw tokenInvalid();
  return { userId: sub, sessionId: sid };
}

/** The refusal of an access token. */
export const tokenInvalid = (cause?: unknown): ProblemError =>
  new ProblemError("TOKEN_INVALID", undefined, { cause });
