import { hash, randomFillSync } from "node:crypto";
import { MAX, NIL, parse, v7, validate } from "uuid";

// A fixed, arbitrary UUID, so that ids derived here differ from ids that other software derives.
const NAMESPACE = parse("6f1d9c0e-7f0a-4c55-9d0e-3f6c1b1f5a10");

// Random bytes are read for many ids at once, because a system call takes longer than the rest of `newId`.
const POOL_BYTES = 4_096;
const ID_BYTES = 16;
const pool = new Uint8Array(POOL_BYTES);
let used = POOL_BYTES;

function randomBytes(): Uint8Array {
  if (used === POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  used += ID_BYTES;
  return pool.subarray(used - ID_BYTES, used);
}

const last = { msecs: 0, sequence: 0 };
const SEQUENCES = 0x1_0000_0000;

export const FIRST_ID: string = NIL;
export const LAST_ID: string = MAX;

/** Creates a UUIDv7. The ids of one process are in the order of their creation. */
export function newId(): string {
  const random = randomBytes();
  const msecs = Date.now();
  if (msecs > last.msecs) {
    last.msecs = msecs;
    // Starts in the lower half, so that a millisecond cannot run out of numbers.
    last.sequence = new DataView(random.buffer, random.byteOffset).getUint32(6) >>> 1;
  } else last.sequence = (last.sequence + 1) % SEQUENCES;
  return v7({ msecs: last.msecs, seq: last.sequence, random });
}

// Names up to this length are hashed without an allocation.
const USUAL_NAME = 256;
const UTF8_MOST = 3;
const scratch = Buffer.alloc(ID_BYTES + UTF8_MOST * USUAL_NAME);
scratch.set(NAMESPACE);

/** Derives a UUID (RFC 9562, version 5) from parts. No part may contain a slash, the separator of parts. */
export function derivedId(...parts: readonly string[]): string {
  // Every transfer needs several derived ids, and v5 of the package uuid takes eight times as long.
  const hex = hash("sha1", namedBytes(parts.join("/")), "hex");
  const variant = "89ab".charAt(Number.parseInt(hex.charAt(16), 16) & 3);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function namedBytes(name: string): Uint8Array {
  if (name.length > USUAL_NAME) return Buffer.concat([NAMESPACE, Buffer.from(name)]);
  return scratch.subarray(0, ID_BYTES + scratch.write(name, ID_BYTES));
}

export const isId = (text: string): boolean => validate(text);
