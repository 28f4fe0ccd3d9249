import { arrayLiteral, type Unquoted } from "@tms/kit/database/array-literal";

/** Returns an array parameter for each of the named columns. */
export const toArrays = <K extends string>(
  rows: readonly Readonly<Record<K, Unquoted>>[],
  ...columns: readonly K[]
): string[] => columns.map((column) => arrayLiteral(rows.map((row) => row[column])));

/**
 * Converts a list of numbers to a text, so that one array parameter can contain several lists. Postgres
 * requires the rows of a nested array to have equal lengths. An empty list becomes an empty text, which is
 * fast to parse.
 */
export const numbersText = (numbers: readonly number[]): string =>
  numbers.length === 0 ? "" : arrayLiteral(numbers);

/** SQL: converts a text of {@link numbersText} to a list. */
export const numbersIn = (column: string): string =>
  `CASE ${column} WHEN '' THEN '{}' ELSE ${column}::bigint[] END`;
