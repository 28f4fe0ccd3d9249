import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { digestApiKey, isWellFormedApiKey } from "@tms/kit/values/api-key";
import { ProblemError } from "../problems/problem-error.ts";

const API_KEY_SCHEME = /^apikey +(\S+) *$/i;
const BEARER_SCHEME = /^bearer +(\S+) *$/i;
const FOREIGN = " ";

/** An API key as a request carries it. Only the digest goes any further. */
export interface PresentedKey {
  digest: Uint8Array<ArrayBuffer>;
  /** Whether the text has the form of a key. Costs more than the look-up of a digest. */
  isWellFormed: () => boolean;
}

/**
 * The API key that a request carries in either header, or undefined. Throws CREDENTIALS_CONFLICT when
 * it carries two credentials.
 */
export function presentedKey(headers: IncomingHttpHeaders): PresentedKey | undefined {
  const header = headers["x-api-key"];
  const { authorization } = headers;
  const own = typeof header === "string" ? header.trim() : undefined;
  // Another scheme is a credential too, though one that equals no key.
  const schemed = authorization && (API_KEY_SCHEME.exec(authorization)?.[1] ?? FOREIGN);
  if (own !== undefined && schemed !== undefined && !isSame(own, schemed))
    throw new ProblemError("CREDENTIALS_CONFLICT");
  const key = own ?? schemed;
  if (key === undefined || key === "" || key === FOREIGN) return undefined;
  return { digest: digestApiKey(key), isWellFormed: () => isWellFormedApiKey(key) };
}

/** The access token that a request carries, or undefined. */
export const presentedToken = ({ authorization }: IncomingHttpHeaders): string | undefined =>
  BEARER_SCHEME.exec(authorization ?? "")?.[1];

const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(digestApiKey(one), digestApiKey(other));
