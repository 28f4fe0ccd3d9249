import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { closeGaps, isCompetitionRanking, rankOf } from "./ranks.ts";

// By definition: one more than the number of those ranked better.
const isRanking = (ranks: readonly number[]) =>
  ranks.every((rank) => rank === 1 + ranks.filter((other) => other < rank).length);

describe("a competition ranking", () => {
  test("is what its definition says", () => {
    const ranks = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 6 });
    fc.assert(
      fc.property(ranks, (given) => {
        expect(isCompetitionRanking(given)).toBe(isRanking(given));
      }),
      { numRuns: 2_000 },
    );
  });

  test("comes of any scores", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5)), (scores) => {
        const ranks = scores.map((score) => 1 + scores.filter((other) => other > score).length);
        expect(isCompetitionRanking(ranks)).toBe(true);
      }),
    );
  });

  test("is what is left of any ranks once their gaps are closed, in the same order", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9)), (given) => {
        expect(closeGaps(given)).toEqual(
          given.map((rank) => 1 + given.filter((other) => other < rank).length),
        );
      }),
    );
  });
});

test.for([
  [3, false, 3],
  [3, true, 3],
  [null, true, 1],
  [null, false, null],
] as const)("a stored rank of %s in a ranking frozen: %s is %s", ([stored, frozen, rank]) => {
  expect(rankOf(stored, frozen)).toBe(rank);
});
