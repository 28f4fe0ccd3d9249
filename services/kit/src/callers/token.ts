import type { Interceptor } from "@connectrpc/connect";
import { createSecret, digestSecret, isWellFormedSecret } from "../values/secret.ts";

const PREFIX = "tmsc_";
// HTTP compares the scheme without regard to case.
const BEARER = /^Bearer (tmsc_[0-9A-Za-z]{49})$/i;

/** Makes a token for a caller of gRPC, such as `tmsc_…`. */
export const createCallerToken = (): string => createSecret(PREFIX);

/** Whether a text has the form of a caller's token. */
export const isWellFormedCallerToken = (text: string): boolean => isWellFormedSecret(text, PREFIX);

/** A token's SHA-256 digest as hexadecimal text: all that services store of it. */
export const digestCallerToken = (token: string): string =>
  Buffer.from(digestSecret(token)).toString("hex");

/** The token in a call's `authorization` metadata, if there is one. */
export const tokenIn = (header: Headers): string | undefined =>
  BEARER.exec(header.get("authorization") ?? "")?.[1];

/** Adds a token to every call of a client. */
export function withToken(token: string): Interceptor {
  const value = `Bearer ${token}`;
  return (next) => (request) => {
    request.header.set("authorization", value);
    return next(request);
  };
}
