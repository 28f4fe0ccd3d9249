import { fastifyCookie, type SerializeOptions } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** A cookie that holds a secret of a browser. Scripts cannot read it. */
export interface SecretCookie {
  /** False where browsers would not take it otherwise: plain HTTP beyond this machine. */
  isSecure: boolean;
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, secret: string): void;
  clear(reply: FastifyReply): void;
}

/**
 * Creates a cookie of a gateway at its public URL. The prefix __Host- binds it to exactly this
 * origin's host: no other host can set it or gets it.
 */
export function createSecretCookie(
  publicUrl: string,
  purpose: string,
  maxAgeS: number,
): SecretCookie {
  const { protocol, hostname } = new URL(publicUrl);
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
    read: ({ headers }) => fastifyCookie.parse(headers.cookie ?? "")[name] || undefined,
    set: (reply, secret) => write(reply, secret, maxAgeS),
    clear: (reply) => write(reply, "", 0),
  };
}
