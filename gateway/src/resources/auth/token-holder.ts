import type { SignedIn } from "@tms/proto/tms/identity/v1/identity";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app-type.ts";
import { isFromBrowser } from "../../auth/browser/cross-site.ts";
import { createSessionCookie } from "../../auth/browser/session-cookie.ts";
import { signedInJson } from "./json.ts";
import type { SignedInJson } from "./schemas.ts";

/**
 * Where a caller's refresh token is: a browser's in a cookie, which no script can read; everybody
 * else's in bodies, for a client that sends neither Sec-Fetch-Site nor Origin gets nothing by cookie.
 */
export function createTokenHolder(app: App, publicUrl: string) {
  const cookie = createSessionCookie(publicUrl);
  if (!cookie.isSecure)
    app.log.warn("PUBLIC_URL is plain HTTP: session cookies can be read on their way");
  return {
    presented: (request: FastifyRequest, { refreshToken }: { refreshToken?: string }): string =>
      (isFromBrowser(request) ? cookie.read(request) : refreshToken) ?? "",

    hand(
      request: FastifyRequest,
      reply: FastifyReply,
      given: SignedIn | undefined,
      message: string,
    ): SignedInJson {
      if (given === undefined) throw new Error("the identity service answered without a session");
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
