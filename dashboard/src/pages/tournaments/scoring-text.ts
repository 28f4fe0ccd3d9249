import type { Scoring } from "../../api/types.ts";

/** How attempts become a score: the best attempt, higher is better. */
export function scoreText({ operator, counted, direction }: Scoring): string {
  const better = `${direction} is better`;
  switch (operator) {
    case "best":
      return `best attempt, ${better}`;
    case "last":
      return `latest attempt, ${better}`;
    case "sum":
      return counted === null
        ? `sum of all attempts, ${better}`
        : `sum of the best ${counted} attempts, ${better}`;
    default:
      return operator satisfies never;
  }
}

/** What decides where scores are equal. */
export function tiesText({ tieBreaks, ties }: Scoring): string {
  const parts = tieBreaks.map((direction, index) =>
    tieBreaks.length === 1
      ? `tie-break (${direction} is better)`
      : `tie-break ${index + 1} (${direction} is better)`,
  );
  const last = ties === "shared" ? "shared rank" : "earliest score first";
  return [...parts, last].join(", then ");
}

/** Which scores are taken, and which wait for a review. */
export function limitsText({ min, max, reviewFrom }: Scoring): string {
  const parts = [
    min !== null && `at least ${min.toLocaleString()}`,
    max !== null && `at most ${max.toLocaleString()}`,
    reviewFrom !== null && `held for review at ${reviewFrom.toLocaleString()} or better`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "any" : parts.join(", ");
}
