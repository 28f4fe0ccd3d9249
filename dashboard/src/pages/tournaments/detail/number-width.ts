// Of a table's text, with digits of one width.
const CHARACTER_PX = 8;

/** A width in which each of some numbers of a table's rows is shown whole, in pixels as CSS has them. */
export function widthOf<T>(
  rows: readonly T[],
  of: (row: T) => number | null | undefined,
  leastPx: number,
): string {
  let [least, most] = [0, 0];
  for (const row of rows) {
    const number = of(row) ?? 0;
    if (number < least) least = number;
    if (number > most) most = number;
  }
  const lengths = [least, most].map((number) => number.toLocaleString().length);
  return `${Math.max(leastPx, CHARACTER_PX * Math.max(...lengths))}px`;
}
