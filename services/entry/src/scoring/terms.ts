import type { Direction, ScoringTerms } from "@tms/kit/values/scoring";
import type { Result } from "../values/attempts.ts";

/** Compares two results; negative when the first is better, 0 when neither is. */
export function compareResults(terms: ScoringTerms, one: Result, other: Result): number {
  const byScore = compareNumbers(terms.direction, one.score, other.score);
  if (byScore !== 0) return byScore;
  for (const [index, direction] of terms.tieBreaks.entries()) {
    const byTieBreak = compareNumbers(
      direction,
      one.tieBreaks[index] ?? 0,
      other.tieBreaks[index] ?? 0,
    );
    if (byTieBreak !== 0) return byTieBreak;
  }
  return 0;
}

/** Whether a score is so good that its attempt waits for a review. */
export const isHeld = ({ reviewFrom, direction }: ScoringTerms, score: number): boolean =>
  reviewFrom !== null && compareNumbers(direction, score, reviewFrom) <= 0;

const compareNumbers = (direction: Direction, one: number, other: number): number =>
  direction === "lower" ? Math.sign(one - other) : Math.sign(other - one);
