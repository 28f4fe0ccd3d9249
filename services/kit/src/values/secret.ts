import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const SECRET_BYTES = 32;
// The maximum numbers of base62 digits of 32 bytes, and of a CRC-32.
const SECRET_DIGITS = 43;
const CHECKSUM_DIGITS = 6;
const DIGITS = /^[0-9A-Za-z]{49}$/;

/**
 * Creates a secret from the prefix, 32 random bytes and a checksum, so that secret scanners can recognize it.
 * The secret is in Base62, so that a double click selects all of it.
 */
export function createSecret(prefix: string): string {
  const random = BigInt(`0x${randomBytes(SECRET_BYTES).toString("hex")}`);
  const body = prefix + base62(random, SECRET_DIGITS);
  return body + checksum(body);
}

/** Creates a token that is used once, such as the token of a mailed link. */
export const createToken = (): string => randomBytes(SECRET_BYTES).toString("base64url");

/** Returns the link to an invitation. The token is in the fragment, because access logs omit fragments. */
export const invitationLink = (publicUrl: string, token: string): string =>
  `${publicUrl.replace(/\/+$/, "")}/dashboard/invitation#token=${token}`;

export function isWellFormedSecret(text: string, ...prefixes: readonly string[]): boolean {
  return (
    prefixes.some((prefix) => text.startsWith(prefix) && DIGITS.test(text.slice(prefix.length))) &&
    checksum(text.slice(0, -CHECKSUM_DIGITS)) === text.slice(-CHECKSUM_DIGITS)
  );
}

/** Returns the SHA-256 digest of an API key. A random secret needs no salt. */
export const digestApiKey = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(hash("sha256", text, "buffer"));

const checksum = (body: string): string => base62(BigInt(crc32(body)), CHECKSUM_DIGITS);

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

function base62(value: bigint, width: number): string {
  let text = "";
  for (let rest = value; rest > 0n; rest /= 62n) text = (ALPHABET[Number(rest % 62n)] ?? "") + text;
  return text.padStart(width, "0");
}

export type ApiKeyMode = "live" | "test";

export const createApiKey = (mode: ApiKeyMode): string => createSecret(`tms_${mode}_`);

/** Reports whether a string has the form and the checksum of an API key. A mistyped key needs no query. */
export const isWellFormedApiKey = (text: string): boolean =>
  isWellFormedSecret(text, "tms_live_", "tms_test_");
