import { fastifyCookie, type SerializeOptions } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

// As long as a session may lie idle; identity decides how long it lasts.
const MAX_AGE_S = 14 * 86_400;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The cookie that holds a browser's refresh token. Scripts cannot read it. */
export interface SessionCookie {
  /** False where browsers would not take it otherwise: plain HTTP beyond this machine. */
  isSecure: boolean;
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, refreshToken: string): void;
  clear(reply: FastifyReply): void;
}

/**
 * The session cookie of a gateway at its public URL. The prefix __Host- binds it to exactly this
 * origin's host: no other host can set it or gets it.
 */
export function createSessionCookie(publicUrl: string): SessionCookie {
  const { protocol, hostname } = new URL(publicUrl);
  const isSecure = protocol === "https:" || LOOPBACK.test(hostname);
  const name = isSecure ? "__Host-tms_session" : "tms_session";
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
    read: ({ headers }) => fastifyCookie.parse(headers.cookie ?? "")[name] || undefined,
    set: (reply, refreshToken) => write(reply, refreshToken, MAX_AGE_S),
    clear: (reply) => write(reply, "", 0),
  };
}
