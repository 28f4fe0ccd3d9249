import { digestApiKey, isWellFormedApiKey } from "@tms/kit/values/secret";
import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { ProblemError } from "../problems/problem-error.ts";

const API_KEY_SCHEME = /^apikey +(\S+) *$/i;
const BEARER_SCHEME = /^bearer +(\S+) *$/i;
const FOREIGN = " ";

/** The API key of a request. Only its digest leaves this module. */
export interface PresentedKey {
  digest: Uint8Array<ArrayBuffer>;
  /** Returns whether the text has the form of an API key. Costs more than a lookup of the digest. */
  isWellFormed: () => boolean;
}

/** Returns the API key in X-Api-Key or Authorization. Throws CREDENTIALS_CONFLICT if the two differ. */
export function presentedKey(headers: IncomingHttpHeaders): PresentedKey | undefined {
  const header = headers["x-api-key"];
  const { authorization } = headers;
  const own = typeof header === "string" ? header.trim() : undefined;
  // FOREIGN stands for a credential of another scheme, which is different from every API key.
  const schemed = authorization && (API_KEY_SCHEME.exec(authorization)?.[1] ?? FOREIGN);
  if (own !== undefined && schemed !== undefined && !isSame(own, schemed))
    throw new ProblemError("CREDENTIALS_CONFLICT");
  const key = own ?? schemed;
  if (key === undefined || key === "" || key === FOREIGN) return undefined;
  return { digest: digestApiKey(key), isWellFormed: () => isWellFormedApiKey(key) };
}

export const presentedToken = ({ authorization }: IncomingHttpHeaders): string | undefined =>
  BEARER_SCHEME.exec(authorization ?? "")?.[1];

const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(digestApiKey(one), digestApiKey(other));
