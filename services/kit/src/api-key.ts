import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/** What a key is meant for; part of its prefix, so that people see it. */
export type ApiKeyMode = "live" | "test";

const SECRET_BYTES = 32;
// As many base62 digits as 32 bytes, and a CRC-32, need at most.
const SECRET_DIGITS = 43;
const CHECKSUM_DIGITS = 6;
const FORM = /^tms_(?:live|test)_[0-9A-Za-z]{49}$/;

/**
 * A new API key: prefix, 32 random bytes, checksum, as in `tms_live_…`. Prefix and checksum let
 * secret scanners tell a key from any other text. Base62 keeps it one word when double-clicked.
 */
export function createApiKey(mode: ApiKeyMode): string {
  const random = BigInt(`0x${randomBytes(SECRET_BYTES).toString("hex")}`);
  const body = `tms_${mode}_${base62(random, SECRET_DIGITS)}`;
  return body + checksum(body);
}

/** Whether a text can be a key at all; a mistyped one is told without asking the database. */
export function isWellFormedApiKey(text: string): boolean {
  return (
    FORM.test(text) && checksum(text.slice(0, -CHECKSUM_DIGITS)) === text.slice(-CHECKSUM_DIGITS)
  );
}

/** The only form a key is stored or sent between services in. It is random enough to need no salt. */
export function digestApiKey(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hash("sha256", text, "buffer"));
}

const checksum = (body: string): string => base62(BigInt(crc32(body)), CHECKSUM_DIGITS);

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

function base62(value: bigint, width: number): string {
  let text = "";
  for (let rest = value; rest > 0n; rest /= 62n) text = (ALPHABET[Number(rest % 62n)] ?? "") + text;
  return text.padStart(width, "0");
}
