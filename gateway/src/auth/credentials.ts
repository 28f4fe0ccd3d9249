import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { digestApiKey, isWellFormedApiKey } from "@tms/kit/api-key";
import { ProblemError } from "../problems/problem-error.ts";

const API_KEY_SCHEME = /^apikey +(\S+) *$/i;

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
  const keys = [
    ...(typeof header === "string" ? [header.trim()] : []),
    // A scheme that is none of ours stands for a credential, though one no key can equal.
    ...(authorization === undefined ? [] : [API_KEY_SCHEME.exec(authorization)?.[1] ?? ""]),
  ];
  const [first, second] = keys;
  if (first === undefined) throw new ProblemError("API_KEY_MISSING");
  const digest = digestApiKey(first);
  if (second !== undefined && !timingSafeEqual(digest, digestApiKey(second)))
    throw new ProblemError("CREDENTIALS_CONFLICT");
  if (first === "") throw new ProblemError("API_KEY_MISSING");
  return { digest, isWellFormed: () => isWellFormedApiKey(first) };
}
