/**
 * Divides items, in their order, into parts with a weight of at most `most`, so that each part fits into one
 * message. A heavier item is a separate part.
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
