import { hash, randomUUID } from "node:crypto";
import { MAX, NIL, parse, validate } from "uuid";

// A fixed, arbitrary UUID, so that ids derived here differ from ids that other software derives.
const NAMESPACE = parse("6f1d9c0e-7f0a-4c55-9d0e-3f6c1b1f5a10");

export const FIRST_ID: string = NIL;
export const LAST_ID: string = MAX;

// The 12 bits after the time order the ids of a millisecond (RFC 9562, section 6.2).
const MAX_ORDER = 0xfff;
const last = { ms: 0, order: 0 };

/** Creates a UUIDv7. The ids of one process are in the order of their creation. */
export function newId(): string {
  const ms = Math.max(Date.now(), last.order === MAX_ORDER ? last.ms + 1 : last.ms);
  last.order = ms === last.ms ? last.order + 1 : 0;
  last.ms = ms;
  const time = ms.toString(16).padStart(12, "0");
  const order = last.order.toString(16).padStart(3, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${order}-${randomUUID().slice(19)}`;
}

/** Derives a UUID (RFC 9562 version 5) from its parts, which must not contain a slash. */
export function derivedId(...parts: readonly string[]): string {
  // Every transfer needs several derived ids, and v5 of the package uuid takes eight times as long.
  const named = Buffer.concat([NAMESPACE, Buffer.from(parts.join("/"))]);
  const hex = hash("sha1", named, "hex");
  const variant = "89ab".charAt(Number.parseInt(hex.charAt(16), 16) & 3);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export const isId = (text: string): boolean => validate(text);
