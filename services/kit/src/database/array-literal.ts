/**
 * An array parameter of items that need no quotes, such as ids and numbers. It costs a fraction of
 * the driver's own form, which escapes every item.
 */
export const arrayLiteral = (items: readonly (string | number | bigint)[]): string =>
  `{${items.join(",")}}`;
