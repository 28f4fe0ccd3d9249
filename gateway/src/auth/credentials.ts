import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { digestApiKey, isWellFormedApiKey } from "@tms/kit/values/api-key";
import { ProblemError } from "../problems/problem-error.ts";

const API_KEY_SCHEME = /^apikey +(\S+) *$/i;
const FOREIGN = " ";

/** An API key as it came, of which only the digest goes any further. */
export interface PresentedKey {
  digest: Uint8Array<ArrayBuffer>;
  /** Whether the text can be a key at all. Costs more than to recognise a digest. */
  isWellFormed: () => boolean;
}

/** The API key a request carries, in either header. Throws when there is none or two. */
export function presentedKey(headers: IncomingHttpHeaders): PresentedKey {
  const header = headers["x-api-key"];
  const { authorization } = headers;
  const own = typeof header === "string" ? header.trim() : undefined;
  // A scheme that is none of ours stands for a credential, though one that no key can equal.
  const schemed = authorization && (API_KEY_SCHEME.exec(authorization)?.[1] ?? FOREIGN);
  if (own !== undefined && schemed !== undefined && !isSame(own, schemed))
    throw new ProblemError("CREDENTIALS_CONFLICT");
  const key = own ?? schemed;
  if (key === undefined || key === "" || key === FOREIGN) throw new ProblemError("API_KEY_MISSING");
  return { digest: digestApiKey(key), isWellFormed: () => isWellFormedApiKey(key) };
}

const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(digestApiKey(one), digestApiKey(other));
