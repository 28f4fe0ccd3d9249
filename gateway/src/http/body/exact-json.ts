import { isUtf8 } from "node:buffer";

// Numbers that a double may round have more than fifteen digits, or an exponent.
const MAY_BE_ROUNDED = /\d[\d.]{15}|\d[eE]/;

type Sources = Map<string, string>;
const texts = new WeakMap<object, string>();
const sources = new WeakMap<object, Sources>();

/** Parses JSON in UTF-8 and keeps its text, for numbers that a double rounds. */
export function parseExactly(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new SyntaxError("the body is not UTF-8");
  const text = bytes.toString();
  const value: unknown = JSON.parse(text);
  if (typeof value === "object" && value !== null) texts.set(value, text);
  return value;
}

/**
 * The decimal text of a number at the top of a parsed body, to the last digit that was sent. The text
 * is parsed again for it, now that the body is known to be valid and therefore small: a reviver in
 * the first pass would make it ten times as slow.
 */
export function numberText<F extends string>(body: { [name in F]: number }, field: F): string {
  const text = texts.get(body);
  if (text === undefined || !MAY_BE_ROUNDED.test(text)) return String(body[field]);
  // TypeScript's libraries do not know the reviver's context yet.
  const reviver = keepSource as (this: unknown, key: string, value: unknown) => unknown;
  const again = JSON.parse(text, reviver) as object;
  return sources.get(again)?.get(field) ?? String(body[field]);
}

function keepSource(this: object, key: string, value: unknown, { source }: { source?: string }) {
  if (typeof value === "number" && source !== undefined && source !== String(value)) {
    const known: Sources = sources.get(this) ?? new Map();
    sources.set(this, known.set(key, source));
  }
  return value;
}
