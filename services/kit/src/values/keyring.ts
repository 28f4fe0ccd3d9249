import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";

export interface NamedKey {
  id: string;
  key: Buffer;
}

/** Secret keys of one purpose. The first key encrypts and signs. All keys decrypt and verify. */
export type Keyring = readonly [NamedKey, ...NamedKey[]];

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = "aes-256-gcm";
const ENTRY = /^[a-z0-9-]{1,32}:[A-Za-z0-9+/]{43}=$/;

/** The id of keys that the command `start` generates. Production refuses keys with this id. */
export const LOCAL_KEY_ID = "local";

/** Parses `id:key,id:key` with 32-byte keys in base64. Returns undefined for a bad entry or repeated id. */
export function parseKeyring(text: string): Keyring | undefined {
  const entries = text.split(",").map((entry) => entry.trim());
  if (!entries.every((entry) => ENTRY.test(entry))) return undefined;
  const keys = entries.map((entry): NamedKey => {
    const [id = "", key = ""] = entry.split(":");
    return { id, key: Buffer.from(key, "base64") };
  });
  const [first, ...others] = keys;
  const areDifferent = new Set(keys.map(({ id }) => id)).size === keys.length;
  return first && areDifferent ? [first, ...others] : undefined;
}

export const createKeyring = (id: string): string =>
  `${id}:${randomBytes(KEY_BYTES).toString("base64")}`;

type Part = string | Uint8Array;

/** Returns the HMAC-SHA256 of a labeled list of values, with the first key. */
export const mac = (keys: Keyring, label: string, ...parts: readonly Part[]): Buffer =>
  macUnder(keys[0], label, parts);

export const macs = (keys: Keyring, label: string, ...parts: readonly Part[]): Buffer[] =>
  keys.map((key) => macUnder(key, label, parts));

function macUnder({ key }: NamedKey, label: string, parts: readonly Part[]): Buffer {
  const hmac = createHmac("sha256", key);
  // Each part follows its length, so that different lists never have the same bytes.
  for (const part of [label, ...parts]) {
    const bytes = Buffer.from(part);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    hmac.update(length).update(bytes);
  }
  return hmac.digest();
}

/** Returns the first bytes of every value that a key encrypted. They contain the id and are not secret. */
export const markOf = ({ id }: NamedKey): Buffer =>
  Buffer.concat([Buffer.from([id.length]), Buffer.from(id)]);

/** Encrypts a value with the first key. Decryption needs the same additional data. */
export function encrypt(keys: Keyring, plain: Uint8Array, additional: string): Buffer {
  const [first] = keys;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, first.key, nonce).setAAD(Buffer.from(additional));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([markOf(first), nonce, cipher.getAuthTag(), body]);
}

/** Decrypts a value. Returns undefined if its key is unknown. Throws if the value or `additional` changed. */
export function decrypt(
  keys: Keyring,
  encrypted: Uint8Array,
  additional: string,
): Buffer | undefined {
  const bytes = Buffer.from(encrypted);
  const nonceAt = 1 + (bytes[0] ?? 0);
  const id = bytes.toString("utf8", 1, nonceAt);
  const found = keys.find((key) => key.id === id);
  if (found === undefined) return undefined;
  const tagAt = nonceAt + NONCE_BYTES;
  const bodyAt = tagAt + TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, found.key, bytes.subarray(nonceAt, tagAt), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(additional)).setAuthTag(bytes.subarray(tagAt, bodyAt));
  return Buffer.concat([decipher.update(bytes.subarray(bodyAt)), decipher.final()]);
}
