import { randomBytes, randomInt } from "node:crypto";
import { mac, macs, type Keyring } from "@tms/kit/values/keyring";
import type { Purpose } from "../db/tables.ts";

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
