/** The form of a position: milliseconds since 1970, and a number that tells those of one apart. */
export const POSITION = /^\d{1,15}-\d{1,10}$/;

/** Orders positions by time; below zero when the first one is the earlier. */
export function comparePositions(one: string, other: string): number {
  const [[ms, number], [otherMs, otherNumber]] = [partsOf(one), partsOf(other)];
  return ms - otherMs || number - otherNumber;
}

/** The position right after another. */
export function after(position: string): string {
  const [ms, number] = partsOf(position);
  return `${ms}-${number + 1}`;
}

function partsOf(position: string): [number, number] {
  const [ms = 0, number = 0] = position.split("-").map(Number);
  return [ms, number];
}
