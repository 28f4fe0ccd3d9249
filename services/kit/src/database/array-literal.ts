/**
 * An array parameter whose items need no quotes: ids and numbers. The driver would escape each of
 * them, and Postgres unescape it, at several times the cost.
 */
export const arrayLiteral = (items: readonly (string | number | bigint)[]): string =>
  `{${items.join(",")}}`;
