import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { invalidField } from "../errors/domain-error.ts";

// The first and last second of protobuf's Timestamp: the years 1 to 9999.
const EARLIEST_S = -62_135_596_800;
const LATEST_S = 253_402_300_799;

/** Converts a timestamp to a Date with milliseconds. Throws INVALID_ARGUMENT for years outside 1 to 9999. */
export function dateOf(field: string, timestamp: Timestamp): Date {
  const seconds = Number(timestamp.seconds);
  if (seconds < EARLIEST_S || seconds > LATEST_S) throw invalidField(field, "is out of range");
  return new Date(seconds * 1000 + Math.floor(timestamp.nanos / 1_000_000));
}

/**
 * Returns a string in NFC. Throws INVALID_ARGUMENT if it is too long or has U+0000, which Postgres rejects.
 */
export function textOf(field: string, text: string, maxLength: number): string {
  if (text.includes("\0")) throw invalidField(field, "must not contain the character U+0000");
  const normal = text.normalize("NFC");
  // Counts characters and not UTF-16 units, as Postgres and protovalidate do.
  if (Array.from(normal).length > maxLength)
    throw invalidField(field, `must have at most ${maxLength} characters in Unicode NFC`);
  return normal;
}

const UNSHOWABLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/** Returns a name like {@link nameOf}. Also throws for control and text-direction characters. */
export function shownNameOf(field: string, text: string, maxLength: number): string {
  const name = nameOf(field, text, maxLength);
  if (UNSHOWABLE.test(name))
    throw invalidField(field, "must not contain control or text-direction characters");
  return name;
}

// Spaces, controls, fillers, joiners, selectors, and blanks that Unicode counts as symbols, such as the
// Braille pattern without dots.
const INVISIBLE =
  /^[\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\ufff9-\ufffb\u{1d159}]*$/u;

/** Returns a string like {@link textOf}. Also throws for a string without a visible character. */
export function nameOf(field: string, text: string, maxLength: number): string {
  const name = textOf(field, text, maxLength);
  if (INVISIBLE.test(name)) throw invalidField(field, "must have at least one visible character");
  return name;
}

/** Returns metadata as it is stored: null for "". Throws INVALID_ARGUMENT if it is not a JSON object. */
export function metadataOf(field: string, text: string): string | null {
  if (text === "") return null;
  if (!isJsonObject(text)) throw invalidField(field, "must be a JSON object");
  return text;
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
