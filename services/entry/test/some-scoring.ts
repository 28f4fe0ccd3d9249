import type { ScoringTerms } from "@tms/kit/values/scoring";
import fc from "fast-check";
import { NOTHING, withAttempt } from "../src/scoring/fold.ts";
import type { Fold, FoldedAttempt } from "../src/values/attempts.ts";

/** Scoring as it is when a game sets none of its terms. */
export const PLAIN: ScoringTerms = {
  operator: "best",
  counted: null,
  direction: "higher",
  tieBreaks: [],
  ties: "shared",
  attempts: 10_000,
  min: null,
  max: null,
  reviewFrom: null,
  noScore: "out",
};

const direction = fc.constantFrom("higher", "lower");

/** Any terms under which attempts are neither refused nor held by themselves. */
export const someTerms: fc.Arbitrary<ScoringTerms> = fc
  .record({
    operator: fc.constantFrom("best", "last", "sum"),
    counted: fc.option(fc.integer({ min: 1, max: 4 })),
    direction,
    tieBreaks: fc.array(direction, { maxLength: 3 }),
    ties: fc.constantFrom("shared", "earliest"),
    noScore: fc.constantFrom("out", "in"),
  })
  .map((terms) => ({
    ...PLAIN,
    ...terms,
    counted: terms.operator === "sum" ? terms.counted : null,
  }));

// Few numbers, so that many are equal.
const few = fc.integer({ min: -3, max: 3 });

/** Attempts of one gamer, in their order. */
export const someAttempts = ({ tieBreaks }: ScoringTerms): fc.Arbitrary<FoldedAttempt[]> =>
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

/** What attempts, in the order of their sequences, come to; null when a sum leaves ±(2^53 − 1). */
export function foldOf(terms: ScoringTerms, attempts: readonly FoldedAttempt[]): Fold | null {
  let fold: Fold | null = NOTHING;
  for (const attempt of attempts) fold = fold && withAttempt(terms, fold, attempt);
  return fold;
}
