import { isUtf8 } from "node:buffer";

// Numbers that a double may round: more than fifteen digits, or an exponent.
const MAY_BE_ROUNDED = /\d[\d.]{15}|\d[eE]/;
const sources = new WeakMap<object, Map<string, string>>();

/** Parses JSON in UTF-8, keeping the digits of numbers that a double would round. */
export function parseExactly(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new SyntaxError("the body is not UTF-8");
  const text = bytes.toString();
  if (!MAY_BE_ROUNDED.test(text)) return JSON.parse(text);
  // TypeScript's libraries do not know the reviver's context yet.
  return JSON.parse(text, keepSource as (this: unknown, key: string, value: unknown) => unknown);
}

/** Whether arrays and objects are nested deeper than so many levels in a parsed body. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isNestedDeeper(inner, levels - 1));
}

function keepSource(this: object, key: string, value: unknown, { source }: { source?: string }) {
  if (typeof value === "number" && source !== undefined && source !== String(value)) {
    const known = sources.get(this) ?? new Map<string, string>();
    sources.set(this, known.set(key, source));
  }
  return value;
}

/** The decimal text of a number in a parsed body, to the last digit that was sent. */
export const numberText = <F extends string>(holder: { [name in F]: number }, field: F): string =>
  sources.get(holder)?.get(field) ?? String(holder[field]);
