import fc from "fast-check";
import { expect, test } from "vitest";
import type { ScoringTerms } from "@tms/kit/values/scoring";
import { rankEntries } from "../../../../test/model/ranking.ts";
import { PLAIN, someTerms } from "../../test/some-scoring.ts";
import {
  closeGaps,
  isCompetitionRanking,
  rankOf,
  takeGroups,
  toRankGroups,
  type Result,
} from "./competition-rank.ts";
import { placeFor, type Placed } from "../db/sort-keys.ts";

const someRanks = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 6 });
/** Returns the competition rank for each rank: one more than the number of better ranks. */
const toCompetitionRanks = (ranks: readonly number[]) =>
  ranks.map((rank) => 1 + ranks.filter((other) => other < rank).length);

test("recognizes competition rankings", () => {
  fc.assert(
    fc.property(someRanks, (ranks) => {
      const expected = toCompetitionRanks(ranks).join() === ranks.join();
      expect(isCompetitionRanking(ranks)).toBe(expected);
    }),
    { numRuns: 2_000 },
  );
});

test("closes the gaps of ranks and keeps their order", () => {
  fc.assert(
    fc.property(someRanks, (ranks) => {
      expect(closeGaps(ranks)).toEqual(toCompetitionRanks(ranks));
    }),
  );
});

test("ranks groups after all entries of better groups, and takes only the groups that places need", () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 6 });
  const count = (groups: { entries: number }[]) => groups.reduce((sum, g) => sum + g.entries, 0);
  fc.assert(
    fc.property(sizes, fc.nat(20), (entries, places) => {
      const groups = toRankGroups(entries.map((size, id) => ({ id, entries: size })));
      const ranked = groups.flatMap((group) => Array<typeof group>(group.entries).fill(group));
      expect(groups.map(({ id }) => id)).toEqual(entries.map((_, id) => id));
      expect(ranked.map(({ rank }) => rank)).toEqual(
        toCompetitionRanks(ranked.map(({ id }) => id)),
      );
      const taken = takeGroups(groups, places);
      expect(taken).toEqual(groups.slice(0, taken.length));
      expect(count(taken)).toBeGreaterThanOrEqual(Math.min(places, count(groups)));
      if (taken.length > 0) expect(count(taken.slice(0, -1))).toBeLessThan(places);
    }),
  );
});

test.for<[string, Partial<Result>, number | null, number | null]>([
  ["in the tournament", {}, null, 1],
  ["placed by the game", { placement: 4 }, 4, 4],
  ["eliminated second", { exitNumber: 2 }, 6, 6],
  ["eliminated behind a disqualified entry", { exitNumber: 2, disqualifiedAhead: 1 }, 5, 5],
  ["eliminated and placed", { exitNumber: 2, placement: 4 }, 6, 6],
  ["disqualified", { disqualified: true, exitNumber: 2, placement: 4 }, null, null],
])("ranks an entry of seven that is %s", ([, result, open, frozen]) => {
  const entry = { exitNumber: null, placement: null, disqualified: false, ...result };
  expect(rankOf(entry, 7, false)).toBe(open);
  expect(rankOf(entry, 7, true)).toBe(frozen);
});

const IN: Placed = {
  exitNumber: null,
  placement: null,
  disqualified: false,
  result: null,
  reached: null,
};

test("compares places as the model ranks scores and tie-breaks", () => {
  const numbers = fc.oneof(
    fc.integer({ min: -2, max: 2 }),
    fc.maxSafeInteger(),
    fc.constantFrom(Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
  );
  const results = ({ tieBreaks }: ScoringTerms) =>
    fc.record({
      score: numbers,
      tieBreaks: fc.array(numbers, { minLength: tieBreaks.length, maxLength: tieBreaks.length }),
      reached: fc.integer({ min: 1, max: 3 }),
    });
  fc.assert(
    fc.property(
      someTerms.chain((terms) => fc.tuple(fc.constant(terms), results(terms), results(terms))),
      ([terms, one, other]) => {
        const places = [one, other].map(({ reached, ...result }) =>
          placeFor(terms, { ...IN, result, reached }),
        );
        const [a, b] = places;
        if (!a || !b) throw new Error("a scored entry has no place");
        const entries = [one, other].map(({ score, tieBreaks, reached }, index) => ({
          handle: String(index),
          disqualified: false,
          result: { numbers: [score, ...tieBreaks], reached },
        }));
        const [rank = 0, otherRank = 0] = rankEntries(entries, terms).values();
        expect(Buffer.compare(a, b)).toBe(rank - otherRank);
      },
    ),
  );
});

test.for<[string, Placed]>([
  ["in without a score", IN],
  [
    "disqualified with a score",
    { ...IN, disqualified: true, result: { score: 5, tieBreaks: [] }, reached: 1 },
  ],
  ["disqualified after an elimination", { ...IN, disqualified: true, exitNumber: 2 }],
])("gives no place to an entry that is %s", ([, entry]) => {
  expect(placeFor(PLAIN, entry)).toBeNull();
});
