import type { ScoringTerms } from "@tms/kit/values/scoring";
import fc from "fast-check";

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
