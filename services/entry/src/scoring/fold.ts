import type { Direction, ScoringTerms } from "@tms/kit/values/scoring";
import type { Fold, FoldedAttempt, Result } from "../db/attempts.ts";

/** What no attempt at all comes to. */
export const NOTHING: Fold = { result: null, best: [], attempts: 0, reached: null };

/**
 * What attempts come to with one more, which is later than all of them; null when a sum would leave
 * ±(2^53 − 1). Pure, and the only place where attempts become standings.
 */
export function withAttempt(terms: ScoringTerms, fold: Fold, attempt: FoldedAttempt): Fold | null {
  if (attempt.state === "void") return fold;
  const attempts = fold.attempts + 1;
  if (attempt.state === "held") return { ...fold, attempts };
  const counted = { score: attempt.score, tieBreaks: [...attempt.tieBreaks] };
  const best = terms.counted === null ? [] : bestOf(terms, fold.best, counted);
  const result = resultOf(terms, fold, counted, best);
  if (result === null) return null;
  const reached = isSame(fold.result, result) ? fold.reached : attempt.sequence;
  return { result, best, attempts, reached };
}

function resultOf(
  terms: ScoringTerms,
  { result }: Fold,
  counted: Result,
  best: readonly Result[],
): Result | null {
  switch (terms.operator) {
    case "best":
      // All numbers of one attempt: never the score of one and the tie-breaks of another.
      return result === null || compareResults(terms, counted, result) < 0 ? counted : result;
    case "last":
      return counted;
    case "sum":
      return sumOf(terms.counted === null ? [...(result ? [result] : []), counted] : best);
  }
}

/** The best attempts with one more, as many of them as are added up. */
function bestOf(terms: ScoringTerms, best: readonly Result[], counted: Result): Result[] {
  const after = best.findIndex((known) => compareResults(terms, counted, known) < 0);
  return best.toSpliced(after < 0 ? best.length : after, 0, counted).slice(0, terms.counted ?? 0);
}

function sumOf(results: readonly Result[]): Result | null {
  const [first] = results;
  if (first === undefined) throw new Error("no attempt was to be added up");
  const score = exactSum(results.map((result) => result.score));
  const tieBreaks = first.tieBreaks.map((_, index) =>
    exactSum(results.map((result) => result.tieBreaks[index] ?? 0)),
  );
  return [score, ...tieBreaks].every(Number.isSafeInteger) ? { score, tieBreaks } : null;
}

// A sum of a hundred numbers may leave what a double counts exactly, and come back.
const exactSum = (numbers: readonly number[]): number =>
  Number(numbers.reduce((sum, number) => sum + BigInt(number), 0n));

const isSame = (one: Result | null, other: Result): boolean =>
  one !== null &&
  one.score === other.score &&
  one.tieBreaks.every((number, index) => number === other.tieBreaks[index]);

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
