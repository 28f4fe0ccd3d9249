import { timestampFromMs, timestampMs, type Timestamp } from "@bufbuild/protobuf/wkt";

const DATE_TIME =
  /^(\d{4}-\d{2}-(\d{2}))[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
// The services can store the years 1 to 9999.
const EARLIEST_MS = -62_135_596_800_000;
const LATEST_MS = 253_402_300_799_999;

/** Reports whether a string is an ISO 8601 (RFC 3339) date-time with an offset and names a real moment. */
export function isDateTime(text: string): boolean {
  const [, date = "", day] = DATE_TIME.exec(text) ?? [];
  // Date.parse cannot check the day alone: it reads 30 February as a day in March.
  if (new Date(date).getUTCDate() !== Number(day)) return false;
  const ms = momentOf(text);
  return ms >= EARLIEST_MS && ms <= LATEST_MS;
}

/** Returns the moment of a valid date-time, in milliseconds since 1970. */
export const momentOf = (text: string): number => Date.parse(text.toUpperCase());

/** Returns the moment of a valid date-time. Fractions of a millisecond are dropped. */
export const timestampOf = (text: string): Timestamp => timestampFromMs(momentOf(text));

/** Returns the moment of a valid date-time like {@link timestampOf}, or undefined for null or undefined. */
export const findTimestamp = (text: string | null | undefined): Timestamp | undefined =>
  text == null ? undefined : timestampOf(text);

// The last formatted moment. Consecutive moments are often equal, and formatting takes longer than comparing.
let latest = { ms: Number.NaN, text: "" };

/** Formats a moment in UTC with milliseconds. Throws an Error if a service left it out. */
export function isoOf(timestamp: Timestamp | undefined): string {
  if (timestamp === undefined) throw new Error("a service returned no timestamp");
  const ms = timestampMs(timestamp);
  if (ms !== latest.ms) latest = { ms, text: new Date(ms).toISOString() };
  return latest.text;
}

export const isoOrNull = (timestamp: Timestamp | undefined): string | null =>
  timestamp === undefined ? null : isoOf(timestamp);

/** Returns a function that formats milliseconds since 1970 in UTC. It caches strings: formatting is slow. */
export function createIsoWriter(): (ms: bigint) => string {
  const written = new Map<number, string>();
  return (moment) => {
    const ms = Number(moment);
    const text = written.get(ms) ?? new Date(ms).toISOString();
    written.set(ms, text);
    return text;
  };
}
