import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";

/** A secret key of 32 bytes, by the id under which it is configured. */
export interface NamedKey {
  id: string;
  key: Buffer;
}

/** Secret keys of one purpose: the first makes, all of them recognise and open. */
export type Keyring = readonly [NamedKey, ...NamedKey[]];

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = "aes-256-gcm";
const ENTRY = /^([a-z0-9-]{1,32}):([A-Za-z0-9+/]{43}=)$/;

/** The id of keys that are made for a developer's machine; production refuses it. */
export const LOCAL_KEY_ID = "local";

/** Reads `id:key,id:key`, each key 32 bytes in base64; undefined if the text is anything else. */
export function parseKeyring(text: string): Keyring | undefined {
  const keys = text.split(",").map((entry): NamedKey | undefined => {
    const [, id, key] = ENTRY.exec(entry.trim()) ?? [];
    return id === undefined || key === undefined
      ? undefined
      : { id, key: Buffer.from(key, "base64") };
  });
  const known = keys.filter((key) => key !== undefined);
  const [first, ...others] = known;
  const isSound =
    known.length === keys.length && new Set(known.map(({ id }) => id)).size === known.length;
  return first !== undefined && isSound ? [first, ...others] : undefined;
}

/** Makes a keyring of one random key, as text. */
export const createKeyring = (id: string): string =>
  `${id}:${randomBytes(KEY_BYTES).toString("base64")}`;

type Part = string | Uint8Array;

/** HMAC-SHA256 of a labelled list of values, under the first key. */
export const mac = (keys: Keyring, label: string, ...parts: readonly Part[]): Buffer =>
  macUnder(keys[0], label, parts);

/** HMACs of a labelled list of values, one under each key: one of them made what is to be recognised. */
export const macs = (keys: Keyring, label: string, ...parts: readonly Part[]): Buffer[] =>
  keys.map((key) => macUnder(key, label, parts));

function macUnder({ key }: NamedKey, label: string, parts: readonly Part[]): Buffer {
  const hmac = createHmac("sha256", key);
  // With its length before each, no two lists are the same bytes.
  for (const part of [label, ...parts]) {
    const bytes = Buffer.from(part);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    hmac.update(length).update(bytes);
  }
  return hmac.digest();
}

/** The first bytes of all that a key sealed: they tell which key it was, and anybody can read them. */
export const markOf = ({ id }: NamedKey): Buffer =>
  Buffer.concat([Buffer.from([id.length]), Buffer.from(id)]);

/**
 * Encrypts under the first key. The additional data, such as the id of the row that holds it, must be
 * the same when it is opened.
 */
export function seal(keys: Keyring, plain: Uint8Array, additional: string): Buffer {
  const [first] = keys;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, first.key, nonce).setAAD(Buffer.from(additional));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([markOf(first), nonce, cipher.getAuthTag(), body]);
}

/** Opens what was sealed; undefined if the key is not among these. Throws if it was tampered with. */
export function open(keys: Keyring, sealed: Uint8Array, additional: string): Buffer | undefined {
  const bytes = Buffer.from(sealed);
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
