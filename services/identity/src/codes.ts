import { isId } from "@tms/kit/values/ids";
import { mac, macs, type Keyring } from "@tms/kit/values/keyring";
import { randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import type { Purpose } from "./db/tables.ts";

const DIGITS = 6;
const TOKEN_BYTES = 32;

/** How long a mailed code works. */
export const CODE_MINUTES: Readonly<Record<Purpose, number>> = {
  verify_email: 10,
  reset_password: 30,
};

/** A code that a person can type: six digits. */
export const makeDigits = (): string => String(randomInt(10 ** DIGITS)).padStart(DIGITS, "0");

/** A code for a link, or for a program to keep. */
export const makeToken = (): string => randomBytes(TOKEN_BYTES).toString("base64url");

/** What a code is for; one of one kind is never good for another. */
export type CodeKind = Purpose | "device_code" | "user_code";

/** The form in which a code is stored: without SESSION_KEY, trying all codes does not find it. */
export const digestCode = (keys: Keyring, kind: CodeKind, owner: string, code: string): Buffer =>
  mac(keys, "code", kind, owner, code);

/** What a code may be stored as: keys are replaced while codes are under way. */
export const digestsOf = (keys: Keyring, kind: CodeKind, owner: string, code: string): Buffer[] =>
  macs(keys, "code", kind, owner, code);

const LABEL = "sign-up-token";

/** The token of a sign-up, always the same: a repeat of a request gets it again, and it is not stored. */
export const signUpToken = (keys: Keyring, signUpId: string): string =>
  `${signUpId}.${mac(keys, LABEL, signUpId).toString("base64url")}`;

/** The sign-up of a token; undefined for a text that this service did not make. */
export function parseSignUpToken(keys: Keyring, token: string): string | undefined {
  const [id = "", text = ""] = token.split(".");
  if (!isId(id)) return undefined;
  const proof = Buffer.from(text, "base64url");
  const isGenuine = macs(keys, LABEL, id).some(
    (expected) => expected.length === proof.length && timingSafeEqual(expected, proof),
  );
  return isGenuine ? id : undefined;
}

// No vowels, so that it spells nothing, and no digits that look like letters (RFC 8628, 6.1).
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const LENGTH = 8;
const HALF = LENGTH / 2;

/** A code that a tool shows and a person types, such as WDJB-MJHT. */
export function makeUserCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length)));
  return `${letters.slice(0, HALF).join("")}-${letters.slice(HALF).join("")}`;
}

/** A user code without what people add or leave out when they type it. */
export const canonicalUserCode = (text: string): string =>
  text.toUpperCase().replaceAll(/[^A-Z]/g, "");
