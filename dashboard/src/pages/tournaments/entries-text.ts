/** A number of entries in words, such as "1 entry" or "1,000 entries". */
export const entriesText = (count: number): string =>
  `${count.toLocaleString()} ${count === 1 ? "entry" : "entries"}`;
