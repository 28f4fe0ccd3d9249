import type { ScoringTerms } from "@tms/kit/values/scoring";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldAttempts } from "../../../../test/model/scoring.ts";
import { foldOf, PLAIN, someAttempts, someTerms } from "../../test/some-scoring.ts";
import { NOTHING, withAttempt } from "./fold.ts";
import { isHeld } from "./terms.ts";
import type { FoldedAttempt, Result } from "../values/attempts.ts";

const attempt = (score: number, ...tieBreaks: number[]) => ({ score, tieBreaks });
const counted = (...results: Result[]): FoldedAttempt[] =>
  results.map((result, index) => ({ ...result, sequence: index + 1, state: "counted" }));

/** Folds attempts with the model. */
const foldByModel = (terms: ScoringTerms, attempts: readonly FoldedAttempt[]) =>
  foldAttempts(
    terms,
    attempts.map(({ score, tieBreaks, sequence, state }) => ({
      numbers: [score, ...tieBreaks],
      at: sequence,
      state,
    })),
  );

const shown = (result: Result | null | undefined) =>
  result ? [result.score, ...result.tieBreaks] : null;

describe("what attempts come to", () => {
  test("equals the model for any terms and attempts", () => {
    fc.assert(
      fc.property(
        someTerms.chain((terms) => fc.tuple(fc.constant(terms), someAttempts(terms))),
        ([terms, attempts]) => {
          const fold = foldOf(terms, attempts);
          const expected = foldByModel(terms, attempts);
          expect(shown(fold?.result)).toEqual(expected?.numbers ?? null);
          expect(fold?.reached).toBe(expected?.reached ?? null);
          expect(fold?.attempts).toBe(attempts.filter(({ state }) => state !== "void").length);
        },
      ),
    );
  });

  test("takes score and tie-breaks from one attempt", () => {
    const terms: ScoringTerms = { ...PLAIN, tieBreaks: ["higher"] };
    const fold = foldOf(terms, counted(attempt(10, 1), attempt(5, 9), attempt(10, 2)));
    expect(fold).toMatchObject({ result: { score: 10, tieBreaks: [2] }, reached: 3 });
  });

  test("is not reached anew by an equal attempt", () => {
    expect(foldOf(PLAIN, counted(attempt(7), attempt(7)))).toMatchObject({ reached: 1 });
  });

  test("is nothing, and not zero, without an attempt that counts", () => {
    const held: FoldedAttempt = { ...attempt(5), sequence: 1, state: "held" };
    expect(foldOf({ ...PLAIN, direction: "lower" }, [held])).toEqual({ ...NOTHING, attempts: 1 });
  });

  test("of the best five adds up no sixth", () => {
    const terms: ScoringTerms = { ...PLAIN, operator: "sum", counted: 5 };
    const fold = foldOf(terms, counted(...[1, 9, 2, 8, 3, 7, 4].map((score) => attempt(score))));
    expect(fold).toMatchObject({ result: { score: 9 + 8 + 7 + 4 + 3 }, reached: 7, attempts: 7 });
  });

  test.for([
    ["beyond 2^53 - 1", Number.MAX_SAFE_INTEGER, 1],
    ["below its negative", -Number.MAX_SAFE_INTEGER, -1],
  ] as const)("is no sum %s", ([, score, more]) => {
    const terms: ScoringTerms = { ...PLAIN, operator: "sum" };
    const fold = foldOf(terms, counted(attempt(score)));
    expect(fold?.result?.score).toBe(score);
    const next = { ...attempt(more), sequence: 2, state: "counted" } as const;
    expect(withAttempt(terms, fold ?? NOTHING, next)).toBeNull();
  });

  test("may pass 2^53 on the way to a sum that does not", () => {
    const terms: ScoringTerms = { ...PLAIN, operator: "sum", counted: 3 };
    const most = Number.MAX_SAFE_INTEGER;
    const fold = foldOf(terms, counted(attempt(-most), attempt(most), attempt(most)));
    expect(fold?.result?.score).toBe(most);
  });
});

describe("an attempt is held", () => {
  test.for([
    ["higher", 99, false],
    ["higher", 100, true],
    ["lower", 100, true],
    ["lower", 101, false],
  ] as const)("where %s is better, at %i: %s", ([direction, score, held]) => {
    expect(isHeld({ ...PLAIN, direction, reviewFrom: 100 }, score)).toBe(held);
    expect(isHeld({ ...PLAIN, direction }, score)).toBe(false);
  });
});
