import type { SignedIn } from "@tms/proto/tms/identity/v1/identity";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app-type.ts";
import { isFromBrowser } from "../../auth/browser/cross-site.ts";
import { createSecretCookie } from "../../auth/browser/secret-cookie.ts";
import { signedInJson } from "./json.ts";
import type { SignedInJson, SignUpJson } from "./schemas.ts";

// As long as a session may lie idle, and as long as a code works; identity decides how long they last.
const SESSION_S = 14 * 86_400;
const SIGN_UP_S = 600;

/**
 * Where a caller's refresh token is: a browser's in a cookie, which no script can read; everybody
 * else's in bodies, for a client that sends neither Sec-Fetch-Site nor Origin gets nothing by cookie.
 */
export function createTokenHolder(app: App, publicUrl: string) {
  const cookie = createSecretCookie(publicUrl, "session", SESSION_S);
  if (!cookie.isSecure)
    app.log.warn("PUBLIC_URL uses plain HTTP: session cookies are sent unencrypted");
  return {
    presented: (request: FastifyRequest, { refreshToken }: { refreshToken?: string }): string =>
      (isFromBrowser(request) ? cookie.read(request) : refreshToken) ?? "",

    hand(
      request: FastifyRequest,
      reply: FastifyReply,
      given: SignedIn | undefined,
      message: string,
    ): SignedInJson {
      if (given === undefined) throw new Error("the identity service returned no session");
      const { refreshToken } = given;
      const answer = { message, ...signedInJson(given) };
      if (!isFromBrowser(request)) return { ...answer, refreshToken };
      cookie.set(reply, refreshToken);
      return answer;
    },

    forget(request: FastifyRequest, reply: FastifyReply): void {
      if (isFromBrowser(request)) cookie.clear(reply);
    },
  };
}

export type TokenHolder = ReturnType<typeof createTokenHolder>;

/**
 * Holds the token of a sign-up, without which its code is not used: a browser's in a cookie, that of
 * other clients in bodies.
 */
export function createSignUpHolder(publicUrl: string) {
  const cookie = createSecretCookie(publicUrl, "sign_up", SIGN_UP_S);
  return {
    presented: (request: FastifyRequest, { signUpToken }: { signUpToken?: string }): string =>
      (isFromBrowser(request) ? cookie.read(request) : signUpToken) ?? "",

    hand(request: FastifyRequest, reply: FastifyReply, signUpToken: string): SignUpJson {
      const message = "Check your email";
      if (!isFromBrowser(request)) return { message, ...(signUpToken !== "" && { signUpToken }) };
      cookie.set(reply, signUpToken);
      return { message };
    },
  };
}
