import { timestampDate, type Timestamp } from "@bufbuild/protobuf/wkt";
import { ConnectError } from "@connectrpc/connect";
import type { RemoteError } from "@tms/kit/errors/remote-error";
import { InvalidArgumentError } from "commander";

/** An error that an operator can correct. The command prints its message in one line. */
export class OperatorError extends Error {
  override name = "OperatorError";
}

/** Describes a failed call. If the connection failed, the text ends with the reason, such as ECONNREFUSED. */
export function describeFailure(error: RemoteError): string {
  let cause: unknown = error.cause;
  while (cause instanceof ConnectError) cause = cause.cause;
  const reason = cause instanceof Error ? `: ${cause.message}` : "";
  return `${error.reason}: ${error.message}${reason}`;
}

export function table<Item>(
  items: readonly Item[],
  columns: Readonly<Record<string, (item: Item) => string | number>>,
): string {
  const headings = Object.keys(columns);
  const rows = items.map((item) => Object.values(columns).map((cell) => String(cell(item))));
  const lines = [headings, ...rows].map((line) => line.map(visible));
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  const padded = (line: readonly string[]) =>
    line.map((cell, column) => cell.padEnd(widths[column] ?? 0));
  return lines.map((line) => padded(line).join("  ").trimEnd()).join("\n");
}

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * Escapes control characters and line breaks like JSON, so that they do not break columns or the terminal.
 * The command line of the SDK has the same function, because it is published without this code.
 */
export const visible = (text: string): string =>
  text.replace(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) =>
      SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

export const formatTime = (time: Timestamp | undefined): string =>
  time === undefined ? "-" : timestampDate(time).toISOString();

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i;

export function parseMoment(text: string): Date {
  const moment = new Date(text);
  if (!MOMENT.test(text) || Number.isNaN(moment.getTime()))
    throw new InvalidArgumentError("Use a time like 2030-01-31T12:00:00Z.");
  return moment;
}

const UNITS_S = { s: 1n, m: 60n, h: 3_600n, d: 86_400n } as const;

export function parseSeconds(text: string): bigint {
  const [, count, unit] = /^(\d{1,8})([smhd])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined)
    throw new InvalidArgumentError("Use a duration like 90m: a number followed by s, m, h or d.");
  return BigInt(count) * UNITS_S[unit as keyof typeof UNITS_S];
}

export function parseWholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("Use a whole number.");
  return Number(text);
}

/**
 * Converts a decimal number of major units to minor units, exactly. Returns undefined if the string is not a
 * number or has more decimals than the currency.
 */
export function parseMajor(text: string, exponent: number): bigint | undefined {
  const [, whole, fraction = ""] = /^(\d{1,16})(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined || fraction.length > exponent) return undefined;
  return BigInt(whole + fraction.padEnd(exponent, "0"));
}

export function formatMajor(minor: bigint, exponent: number): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(exponent + 1, "0");
  const whole = digits.slice(0, digits.length - exponent);
  const text = exponent === 0 ? whole : `${whole}.${digits.slice(-exponent)}`;
  return minor < 0n ? `-${text}` : text;
}
