import { expect, test } from "vitest";
import type { ScoringTerms } from "@tms/kit/values/scoring";
import { foldAttempts } from "../../../../test/model/scoring.ts";
import { NOTHING, type Fold, type FoldedAttempt } from "../db/attempts.ts";
import { isHeld, withAttempt } from "./fold.ts";
import { PLAIN, someTerms } from "../../test/some-scoring.ts";

import fc from "fast-check";

const SUM: ScoringTerms = { ...PLAIN, operator: "sum" };

// Few numbers, so that many results are equal.
const few = fc.integer({ min: -3, max: 3 });

/** Generates attempts of one gamer, in their order. */
const someAttempts = ({ tieBreaks }: ScoringTerms): fc.Arbitrary<FoldedAttempt[]> =>
  fc
    .array(
      fc.record({
        score: few,
        tieBreaks: fc.array(few, { minLength: tieBreaks.length, maxLength: tieBreaks.length }),
        state: fc.constantFrom("counted", "counted", "held", "void"),
      }),
      { maxLength: 12 },
    )
    .map((attempts) => attempts.map((each, index) => ({ ...each, sequence: index + 1 })));

/** Folds attempts. Returns null if a sum exceeds ±(2^53 − 1). */
function fold(terms: ScoringTerms, attempts: readonly FoldedAttempt[]): Fold | null {
  let folded: Fold | null = NOTHING;
  for (const attempt of attempts) folded = folded && withAttempt(terms, folded, attempt);
  return folded;
}

const counted = (...scores: number[]): FoldedAttempt[] =>
  scores.map((score, index) => ({ score, tieBreaks: [], sequence: index + 1, state: "counted" }));

test("folds attempts as the model does", () => {
  fc.assert(
    fc.property(
      someTerms.chain((terms) => fc.tuple(fc.constant(terms), someAttempts(terms))),
      ([terms, attempts]) => {
        const folded = fold(terms, attempts);
        const expected = foldAttempts(
          terms,
          attempts.map(({ score, tieBreaks, sequence, state }) => ({
            numbers: [score, ...tieBreaks],
            at: sequence,
            state,
          })),
        );
        const result = folded?.result;
        expect(result ? [result.score, ...result.tieBreaks] : null).toEqual(
          expected?.numbers ?? null,
        );
        expect(folded?.reached).toBe(expected?.reached ?? null);
        expect(folded?.attempts).toBe(attempts.filter(({ state }) => state !== "void").length);
      },
    ),
  );
});

test.for([
  ["beyond 2^53 - 1", Number.MAX_SAFE_INTEGER, 1],
  ["below its negative", -Number.MAX_SAFE_INTEGER, -1],
] as const)("has no sum %s", ([, score, more]) => {
  expect(fold(SUM, counted(score))?.result?.score).toBe(score);
  expect(fold(SUM, counted(score, more))).toBeNull();
});

test("passes 2^53 on the way to a sum that does not", () => {
  const max = Number.MAX_SAFE_INTEGER;
  const folded = fold({ ...SUM, counted: 3 }, counted(-max, max, max));
  expect(folded?.result?.score).toBe(max);
});

test.for([
  ["higher", 99, false],
  ["higher", 100, true],
  ["lower", 100, true],
  ["lower", 101, false],
] as const)("holds attempts from the best score: %s, %i: %s", ([direction, score, held]) => {
  expect(isHeld({ ...PLAIN, direction, reviewFrom: 100 }, score)).toBe(held);
  expect(isHeld({ ...PLAIN, direction }, score)).toBe(false);
});
