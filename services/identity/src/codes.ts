import type { Message } from "@bufbuild/protobuf";
import { isId } from "@tms/kit/values/ids";
import { mac, macs, type Keyring } from "@tms/kit/values/keyring";
import { randomInt, timingSafeEqual } from "node:crypto";
import type { Purpose } from "./db/tables.ts";

const DIGITS = 6;

export const CODE_MINUTES: Readonly<Record<Purpose, number>> = {
  verify_email: 10,
  reset_password: 30,
};

export const makeDigits = (): string => String(randomInt(10 ** DIGITS)).padStart(DIGITS, "0");

/** The kind of a code. The digest includes the kind, so a code of one kind is never valid as another. */
type CodeKind = Purpose | "device_code" | "user_code";

/** Returns a keyed digest, so that a reader of the database cannot find the code by trying all codes. */
export const digestCode = (keys: Keyring, kind: CodeKind, owner: string, code: string): Buffer =>
  mac(keys, "code", kind, owner, code);

/** Returns the digests under all keys, because SESSION_KEY may have changed since the code was stored. */
export const digestsOf = (keys: Keyring, kind: CodeKind, owner: string, code: string): Buffer[] =>
  macs(keys, "code", kind, owner, code);

const LABEL = "sign-up-token";

/** Returns the token of a sign-up. The token is always the same, so repeats need no stored token. */
export const signUpToken = (keys: Keyring, signUpId: string): string =>
  `${signUpId}.${mac(keys, LABEL, signUpId).toString("base64url")}`;

/** Returns the id of the token's sign-up, or undefined for a string that this service did not make. */
export function parseSignUpToken(keys: Keyring, token: string): string | undefined {
  const [id = "", text = ""] = token.split(".");
  if (!isId(id)) return undefined;
  const proof = Buffer.from(text, "base64url");
  const isGenuine = macs(keys, LABEL, id).some(
    (expected) => expected.length === proof.length && timingSafeEqual(expected, proof),
  );
  return isGenuine ? id : undefined;
}

// The letters of user codes. There are no vowels, so that a code spells no word, and no digits, because some
// look like letters (RFC 8628, 6.1).
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const LENGTH = 8;
const HALF = LENGTH / 2;

/** Makes a code that a tool shows and a person types, such as WDJB-MJHT. */
export function makeUserCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length)));
  return `${letters.slice(0, HALF).join("")}-${letters.slice(HALF).join("")}`;
}

/** Returns a typed user code in upper case, without separators. */
export const canonicalUserCode = (text: string): string =>
  text.toUpperCase().replaceAll(/[^A-Z]/g, "");

/**
 * Returns a request with a keyed digest in place of each secret, for its fingerprint. With a plain hash of
 * the request, a reader of the database could try passwords and codes quickly. The source is left out,
 * because a repeat can come from another address.
 */
export const masked = <R extends Message>(
  sessionKeys: Keyring,
  request: R,
  toSecrets: (digest: (secret: string) => string) => Partial<R>,
): R => ({
  ...request,
  source: undefined,
  ...toSecrets((secret) => mac(sessionKeys, "masked", request.$typeName, secret).toString("hex")),
});
