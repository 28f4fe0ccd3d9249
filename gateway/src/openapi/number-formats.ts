// Examples and values may have members that look like those of a schema.
const IS_DATA = /^(example|examples|default|enum|const)$/;
const INT32_END = 2 ** 31;

/**
 * Returns an OpenAPI document with a `format` at each number. Without a format, some generated
 * clients use 32 bits. Numbers get `double`. Integers get `int64`, unless their maximum fits into
 * 32 bits.
 */
export function withNumberFormats<T>(part: T): T {
  if (Array.isArray(part)) return part.map(withNumberFormats) as T;
  if (typeof part !== "object" || part === null) return part;
  const members = Object.entries(part).map(([name, value]): [string, unknown] => [
    name,
    IS_DATA.test(name) ? value : withNumberFormats<unknown>(value),
  ]);
  const format = formatOf(part);
  return Object.fromEntries(format === undefined ? members : [...members, ["format", format]]) as T;
}

function formatOf({ type, maximum = Infinity }: { type?: unknown; maximum?: number }) {
  if (type === "number") return "double";
  return type === "integer" && maximum >= INT32_END ? "int64" : undefined;
}
