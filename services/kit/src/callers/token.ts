import { hash } from "node:crypto";
import type { Interceptor } from "@connectrpc/connect";
import { createSecret, isWellFormedSecret } from "../values/secret.ts";

const PREFIX = "tmsc_";
// Ignores case, because HTTP ignores the case of `Bearer`.
const BEARER = /^Bearer (tmsc_[0-9A-Za-z]{49})$/i;

export const createCallerToken = (): string => createSecret(PREFIX);

export const isWellFormedCallerToken = (text: string): boolean => isWellFormedSecret(text, PREFIX);

export const digestCallerToken = (token: string): string => hash("sha256", token);

export const tokenIn = (header: Headers): string | undefined =>
  BEARER.exec(header.get("authorization") ?? "")?.[1];

export function withToken(token: string): Interceptor {
  const value = `Bearer ${token}`;
  return (next) => (request) => {
    request.header.set("authorization", value);
    return next(request);
  };
}
