import type { Direction, ScoringTerms } from "@tms/kit/values/scoring";
import type { Fold, FoldedAttempt, Result } from "../db/attempts.ts";

/** Adds an attempt that is later than all folded attempts. Returns null if a sum would exceed ±(2^53 − 1). */
export function withAttempt(terms: ScoringTerms, fold: Fold, attempt: FoldedAttempt): Fold | null {
  if (attempt.state === "void") return fold;
  const attempts = fold.attempts + 1;
  if (attempt.state === "held") return { ...fold, attempts };
  const counted = { score: attempt.score, tieBreaks: [...attempt.tieBreaks] };
  const best = terms.counted === null ? [] : addToBest(terms, fold.best, counted);
  const result = combine(terms, fold, counted, best);
  if (result === null) return null;
  const reached = isSame(fold.result, result) ? fold.reached : attempt.sequence;
  return { result, best, attempts, reached };
}

function combine(terms: ScoringTerms, { result }: Fold, counted: Result, best: readonly Result[]) {
  switch (terms.operator) {
    case "best":
      // The score and the tie-breaks always come from the same attempt.
      return result === null || compareResults(terms, counted, result) < 0 ? counted : result;
    case "last":
      return counted;
    case "sum":
      return addUp(terms.counted === null ? [...(result ? [result] : []), counted] : best);
  }
}

function addToBest(terms: ScoringTerms, best: readonly Result[], counted: Result) {
  const after = best.findIndex((known) => compareResults(terms, counted, known) < 0);
  return best.toSpliced(after < 0 ? best.length : after, 0, counted).slice(0, terms.counted ?? 0);
}

function addUp(results: readonly Result[]): Result | null {
  const [first] = results;
  if (first === undefined) throw new Error("no attempt was to be added up");
  const score = exactSum(results.map((result) => result.score));
  const tieBreaks = first.tieBreaks.map((_, index) =>
    exactSum(results.map((result) => result.tieBreaks[index] ?? 0)),
  );
  return [score, ...tieBreaks].every(Number.isSafeInteger) ? { score, tieBreaks } : null;
}

// A partial sum may exceed the range of exact doubles even if the total does not.
const exactSum = (numbers: readonly number[]) =>
  Number(numbers.reduce((sum, number) => sum + BigInt(number), 0n));

const isSame = (one: Result | null, other: Result) =>
  one !== null &&
  one.score === other.score &&
  one.tieBreaks.every((number, index) => number === other.tieBreaks[index]);

/** Returns a negative number if the first result is better. */
function compareResults(terms: ScoringTerms, one: Result, other: Result) {
  const byScore = compareNumbers(terms.direction, one.score, other.score);
  if (byScore !== 0) return byScore;
  for (const [index, direction] of terms.tieBreaks.entries()) {
    const [a, b] = [one.tieBreaks[index] ?? 0, other.tieBreaks[index] ?? 0];
    const byTieBreak = compareNumbers(direction, a, b);
    if (byTieBreak !== 0) return byTieBreak;
  }
  return 0;
}

/** Returns whether a score is so good that its attempt waits for a review. */
export const isHeld = ({ reviewFrom, direction }: ScoringTerms, score: number): boolean =>
  reviewFrom !== null && compareNumbers(direction, score, reviewFrom) <= 0;

const compareNumbers = (direction: Direction, one: number, other: number) =>
  direction === "lower" ? Math.sign(one - other) : Math.sign(other - one);
