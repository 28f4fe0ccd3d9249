import type { Scoring } from "../../api/schema.d.ts";

export const entriesText = (count: number): string =>
  `${count.toLocaleString()} ${count === 1 ? "entry" : "entries"}`;

export function scoreText({ operator, counted, direction }: Scoring): string {
  const attempts = counted === null ? "all attempts" : `the best ${counted} attempts`;
  const words = { best: "best attempt", last: "latest attempt", sum: `sum of ${attempts}` };
  return `${words[operator]}, ${direction} is better`;
}

export function tiesText({ tieBreaks, ties }: Scoring): string {
  const parts = tieBreaks.map(
    (direction, index) =>
      `${tieBreakHead({ tieBreaks }, index).toLowerCase()} (${direction} is better)`,
  );
  const last = ties === "shared" ? "shared rank" : "earliest score first";
  return [...parts, last].join(", then ");
}

export const tieBreakHead = ({ tieBreaks }: Pick<Scoring, "tieBreaks">, index: number): string =>
  tieBreaks.length === 1 ? "Tie-break" : `Tie-break ${index + 1}`;

export function limitsText({ min, max, reviewFrom }: Scoring): string {
  const parts = [
    min !== null && `at least ${min.toLocaleString()}`,
    max !== null && `at most ${max.toLocaleString()}`,
    reviewFrom !== null && `held for review at ${reviewFrom.toLocaleString()} or better`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "any" : parts.join(", ");
}

export const USUAL_SPLITS: readonly { label: string; shares: readonly number[] }[] = [
  { label: "Winner takes all", shares: [1] },
  { label: "Top 3", shares: [60, 30, 10] },
  { label: "Top 5", shares: [40, 25, 15, 12, 8] },
  { label: "Top 10", shares: [30, 20, 14, 10, 7, 5, 4, 4, 3, 3] },
];

export function toPercentages(shares: readonly (number | "")[]): number[] {
  const sum = shares.reduce<number>((total, share) => total + (share || 0), 0);
  return shares.map((share) => (sum === 0 ? 0 : ((share || 0) / sum) * 100));
}

const ENDINGS: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd", other: "th" };
const ordinals = new Intl.PluralRules("en", { type: "ordinal" });

export const ordinal = (rank: number): string =>
  `${rank.toLocaleString()}${ENDINGS[ordinals.select(rank)] ?? "th"}`;
