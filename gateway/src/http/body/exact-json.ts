import { isUtf8 } from "node:buffer";

// Matches a number in a body that a double may round to an integer.
const MAY_BECOME_INTEGER = /[:[,]\s*-?\d[\d.]{15}/;
// Replaces a number that a double may round to another integer. JSON.parse returns it for numbers beyond the
// range of doubles. No rule for numbers accepts this value.
const ROUNDED = Infinity;

// A number that a double may round has more than fifteen digits, or an exponent.
const MAY_BE_ROUNDED = /\d[\d.]{15}|\d[eE]/;

type Sources = Map<string, string>;
const texts = new WeakMap<object, string>();
const sources = new WeakMap<object, Sources>();

/**
 * Parses JSON, and keeps the text for {@link numberText}. A number that a double may round to another integer
 * becomes ROUNDED. Throws a SyntaxError if the bytes are not UTF-8 or not JSON.
 */
export function parseExactly(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new SyntaxError("the body is not UTF-8");
  const text = bytes.toString();
  // TypeScript's libraries do not declare the reviver's context yet.
  const reviver = withoutRounding as (this: unknown, key: string, value: unknown) => unknown;
  const value: unknown = JSON.parse(text, MAY_BECOME_INTEGER.test(text) ? reviver : undefined);
  if (typeof value === "object" && value !== null) texts.set(value, text);
  return value;
}

/**
 * Returns the exact text of a number in a top-level field of a body. Parses the body again, because parsing
 * every body with `keepSource` would take ten times as long.
 */
export function numberText<F extends string>(body: { [name in F]: number }, field: F): string {
  const text = texts.get(body);
  if (text === undefined || !MAY_BE_ROUNDED.test(text)) return String(body[field]);
  // TypeScript's libraries do not declare the reviver's context yet.
  const reviver = keepSource as (this: unknown, key: string, value: unknown) => unknown;
  const again = JSON.parse(text, reviver) as object;
  return sources.get(again)?.get(field) ?? String(body[field]);
}

/** Returns whether a parsed value contains a number that a double cannot represent. */
export const holdsRounded = (value: unknown): boolean =>
  (typeof value === "number" && !Number.isFinite(value)) ||
  (typeof value === "object" && value !== null && Object.values(value).some(holdsRounded));

function withoutRounding(_key: string, value: unknown, { source }: { source?: string }) {
  if (!Number.isInteger(value) || source === undefined) return value;
  return isExactly(Number(value), source) ? value : ROUNDED;
}

const DECIMAL = /^(-?\d+)(?:\.(\d+))?([eE].*)?$/;
// A number of at most this many digits is unchanged after conversion to a double and back.
const MAX_EXACT_DIGITS = 15;

function isExactly(integer: number, source: string): boolean {
  const [, whole = "", fraction = "", exponent] = DECIMAL.exec(source) ?? [];
  if (exponent !== undefined) return (whole + fraction).length <= MAX_EXACT_DIGITS;
  return BigInt(whole) === BigInt(integer) && /^0*$/.test(fraction);
}

function keepSource(this: object, key: string, value: unknown, { source }: { source?: string }) {
  if (typeof value === "number" && source !== undefined && source !== String(value)) {
    const known: Sources = sources.get(this) ?? new Map();
    sources.set(this, known.set(key, source));
  }
  return value;
}
