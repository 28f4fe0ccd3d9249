import { hash, randomFillSync } from "node:crypto";
import { parse, v7, validate } from "uuid";

// An arbitrary fixed UUID: ids derived by these services collide with nobody else's.
const NAMESPACE = parse("6f1d9c0e-7f0a-4c55-9d0e-3f6c1b1f5a10");

// Asking the system for randomness costs many times what the rest of an id does.
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

/** A new UUIDv7: unique, and in one process ordered by the time it was made. */
export function newId(): string {
  const random = randomBytes();
  const msecs = Date.now();
  if (msecs > last.msecs) {
    last.msecs = msecs;
    // Starts low enough that a millisecond cannot run out of numbers.
    last.sequence = new DataView(random.buffer, random.byteOffset).getUint32(6) >>> 1;
  } else last.sequence = (last.sequence + 1) % SEQUENCES;
  return v7({ msecs: last.msecs, seq: last.sequence, random });
}

/**
 * The UUID that always stands for the same fact (RFC 9562 version 5), so that a repeat after
 * any crash names the same transfer or request. Parts must not contain a slash.
 */
export function derivedId(...parts: readonly string[]): string {
  // Several of these stand on the path of every transfer; uuid's v5 takes four times as long.
  const name = Buffer.from(parts.join("/"));
  const digest = hash("sha1", Buffer.concat([NAMESPACE, name]), "buffer");
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x50, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = digest.toString("hex", 0, 16);
  const groups = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)];
  return `${groups.join("-")}-${hex.slice(20)}`;
}

/** Whether a text is a UUID of any version. */
export const isId = (text: string): boolean => validate(text);
