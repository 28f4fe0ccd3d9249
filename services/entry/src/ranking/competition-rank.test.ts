import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { closeGaps, isCompetitionRanking, rankOf } from "./competition-rank.ts";

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
  ["the first one out of five", { exitNumber: 1 }, false, 5],
  ["the last one out of five", { exitNumber: 5 }, false, 1],
  ["one out, in the end", { exitNumber: 2 }, true, 4],
  [
    "one out, ahead of whom two were disqualified",
    { exitNumber: 2, disqualifiedAhead: 2 },
    false,
    2,
  ],
  ["one still in", {}, false, null],
  ["one in to the end", {}, true, 1],
  ["one placed by its game", { placement: 2 }, true, 2],
  ["one disqualified", { disqualified: true }, true, null],
  ["one eliminated and disqualified", { exitNumber: 2, disqualified: true }, true, null],
] as const)("the rank of %s", ([, result, frozen, rank]) => {
  const entry = { exitNumber: null, placement: null, disqualified: false, ...result };
  expect(rankOf(entry, 5, frozen)).toBe(rank);
});
