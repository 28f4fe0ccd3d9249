import { arrayLiteral } from "@tms/kit/database/array-literal";

/**
 * A list of numbers as a text, to stand in an array parameter: an array of arrays would have to be a
 * rectangle. An empty list is an empty text, because most are and Postgres need not read it.
 */
export const numbersText = (numbers: readonly number[]): string =>
  numbers.length === 0 ? "" : arrayLiteral(numbers);

/** SQL: the list that such a text in a column holds. */
export const numbersIn = (column: string): string =>
  `CASE ${column} WHEN '' THEN '{}' ELSE ${column}::bigint[] END`;
