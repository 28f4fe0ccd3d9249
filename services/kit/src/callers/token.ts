import type { Interceptor } from "@connectrpc/connect";
import { createSecret, digestSecret, isWellFormedSecret } from "../values/secret.ts";

const PREFIX = "tmsc_";
// The scheme is compared without regard to case, as HTTP wants it.
const BEARER = /^Bearer (tmsc_[0-9A-Za-z]{49})$/i;

/** A new token that a caller of gRPC is known by, as in `tmsc_…`. */
export const createCallerToken = (): string => createSecret(PREFIX);

/** Whether a text can be a caller's token at all. */
export const isWellFormedCallerToken = (text: string): boolean => isWellFormedSecret(text, PREFIX);

/** The only form services know a token in, as hexadecimal text. */
export const digestCallerToken = (token: string): string =>
  Buffer.from(digestSecret(token)).toString("hex");

/** The token that a call's `authorization` metadata carries; whatever else stands there is none. */
export const tokenIn = (header: Headers): string | undefined =>
  BEARER.exec(header.get("authorization") ?? "")?.[1];

/** Has every call of a client carry a token. */
export function withToken(token: string): Interceptor {
  const value = `Bearer ${token}`;
  return (next) => (request) => {
    request.header.set("authorization", value);
    return next(request);
  };
}
