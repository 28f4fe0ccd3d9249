import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { digestApiKey, isWellFormedApiKey } from "@tms/kit/api-key";
import { ProblemError } from "../problems/problem-error.ts";

const API_KEY_SCHEME = /^apikey +(\S+) *$/i;

/**
 * The digest of the API key a request carries, in either header. The key itself goes no
 * further than this. Throws when there is none, when the two headers differ, and when it
 * cannot be a key.
 */
export function presentedDigest(headers: IncomingHttpHeaders): Uint8Array<ArrayBuffer> {
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
  if (!isWellFormedApiKey(first)) throw new ProblemError("API_KEY_INVALID");
  return digest;
}
