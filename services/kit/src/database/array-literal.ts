/** A value that needs no quotes in an array literal. A string must be one word, not NULL, without `{},"\`. */
export type Unquoted = string | number | bigint | boolean | Date | Buffer | null;

/** Returns an array parameter as a string. The driver is slower, because it escapes every item. */
export const arrayLiteral = (items: readonly Unquoted[]): string =>
  `{${items.map(textOf).join(",")}}`;

function textOf(item: Unquoted): string | number | bigint | boolean {
  if (item === null) return "NULL";
  if (item instanceof Date) return item.toISOString();
  // In an array literal, the backslash of `\x` must be doubled.
  if (Buffer.isBuffer(item)) return `\\\\x${item.toString("hex")}`;
  return item;
}

/** Returns one array literal per key, as parameters of `unnest`. The values must need no quotes. */
export const toLiterals = <K extends string>(
  rows: readonly Readonly<Record<K, Unquoted>>[],
  ...keys: readonly K[]
): string[] => keys.map((key) => arrayLiteral(rows.map((row) => row[key])));

export const toArrays = <T>(rows: readonly T[], ...keys: readonly (keyof T)[]): unknown[][] =>
  keys.map((key) => rows.map((row) => row[key]));
