/**
 * Cuts items, in their order, into parts that weigh at most `most` each, so that each fits into one
 * message. An item that alone weighs more is a part of its own.
 */
export function inParts<T>(
  items: readonly T[],
  weightOf: (item: T) => number,
  most: number,
): T[][] {
  const parts: T[][] = [];
  let room = 0;
  for (const item of items) {
    const weight = weightOf(item);
    const part = parts.at(-1);
    if (part === undefined || weight > room) {
      parts.push([item]);
      room = most - weight;
    } else {
      part.push(item);
      room -= weight;
    }
  }
  return parts;
}
