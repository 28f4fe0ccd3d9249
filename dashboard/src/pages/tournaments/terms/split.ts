/** Splits that are often wanted. */
export const USUAL_SPLITS: readonly { label: string; shares: readonly number[] }[] = [
  { label: "Winner takes all", shares: [1] },
  { label: "Top 3", shares: [60, 30, 10] },
  { label: "Top 5", shares: [40, 25, 15, 12, 8] },
  { label: "Top 10", shares: [30, 20, 14, 10, 7, 5, 4, 4, 3, 3] },
];

/** Each rank's part of the pool, in hundredths of it. */
export function percentagesOf(shares: readonly (number | "")[]): number[] {
  const sum = shares.reduce<number>((total, share) => total + (share || 0), 0);
  return shares.map((share) => (sum === 0 ? 0 : ((share || 0) / sum) * 100));
}

const ENDINGS: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd", other: "th" };
const ordinals = new Intl.PluralRules("en", { type: "ordinal" });

/** A rank as it is spoken: 1st, 2nd, 3rd. */
export const ordinal = (rank: number): string =>
  `${rank.toLocaleString()}${ENDINGS[ordinals.select(rank)] ?? "th"}`;
