/**
 * An array as Postgres writes it, of values that need no quotes such as ids and numbers. A
 * driver would look at each value to find that out, at several times the price.
 */
export const arrayLiteral = (values: readonly (string | number)[]): string =>
  `{${values.join(",")}}`;
