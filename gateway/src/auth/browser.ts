import { fastifyCookie, type SerializeOptions } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ProblemError } from "../problems/problem-error.ts";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Throws CROSS_SITE if a page of another origin made the browser send the request. Sec-Fetch-Site must be
 * `same-origin`, because `same-site` includes other ports. Without this header, Origin is checked if present.
 */
export function refuseCrossSite({ headers }: FastifyRequest, publicUrl: string): void {
  const { "sec-fetch-site": site, origin } = headers;
  const isOurs =
    site === undefined
      ? origin === undefined || origin === new URL(publicUrl).origin
      : site === "same-origin";
  if (!isOurs) throw new ProblemError("CROSS_SITE");
}

/** Returns whether a browser sent a request. Browsers send Sec-Fetch-Site or Origin with every POST. */
export const isFromBrowser = ({ headers }: FastifyRequest): boolean =>
  headers["sec-fetch-site"] !== undefined || headers.origin !== undefined;

/**
 * Creates functions that exchange a secret with clients. A browser gets the secret in a cookie that scripts
 * cannot read. Other clients use bodies. The prefix `__Host-` binds a secure cookie to this host.
 */
export function createSecretHolder(publicUrl: string, purpose: string, maxAgeS: number) {
  const { protocol, hostname } = new URL(publicUrl);
  // Browsers refuse secure cookies over plain HTTP, except on this machine.
  const isSecure = protocol === "https:" || LOOPBACK.test(hostname);
  const name = `${isSecure ? "__Host-" : ""}tms_${purpose}`;
  const options: SerializeOptions = {
    path: "/",
    httpOnly: true,
    sameSite: "strict",
    secure: isSecure,
  };
  const write = (reply: FastifyReply, value: string, maxAge: number) =>
    void reply.header("set-cookie", fastifyCookie.serialize(name, value, { ...options, maxAge }));
  return {
    isSecure,
    /** Returns the secret: from the cookie of a browser, otherwise from the body. Empty if it is missing. */
    read: (request: FastifyRequest, fromBody: string | undefined): string => {
      if (!isFromBrowser(request)) return fromBody ?? "";
      return fastifyCookie.parse(request.headers.cookie ?? "")[name] ?? "";
    },
    /** Sets the cookie of a browser. For any other client, returns the secret for the body of the reply. */
    hand: (request: FastifyRequest, reply: FastifyReply, secret: string): string | undefined => {
      if (!isFromBrowser(request)) return secret;
      write(reply, secret, maxAgeS);
      return undefined;
    },
    forget: (request: FastifyRequest, reply: FastifyReply): void => {
      if (isFromBrowser(request)) write(reply, "", 0);
    },
  };
}
