import type { ScoringTerms } from "@tms/kit/values/scoring";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rankEntries } from "../../../../test/model/ranking.ts";
import { PLAIN, someTerms } from "../../test/some-scoring.ts";
import { placeFor, type Placed } from "./places.ts";

const IN: Placed = { state: "in", exitNumber: null, placement: null, result: null, reached: null };
const out = (exitNumber: number): Placed => ({ ...IN, state: "eliminated", exitNumber });
const scored = (reached: number, score: number, ...tieBreaks: number[]): Placed => ({
  ...IN,
  result: { score, tieBreaks },
  reached,
});

/** Sorts as the bytes do; equal ones are listed together. */
function ranking(terms: ScoringTerms, entries: Record<string, Placed>): string[] {
  const placed = Object.entries(entries).flatMap(([name, entry]) => {
    const place = placeFor(terms, entry);
    return place ? [{ name, place }] : [];
  });
  const sorted = placed.toSorted((a, b) => Buffer.compare(a.place, b.place));
  const groups = Map.groupBy(sorted, ({ place }) => place.toString("hex"));
  return [...groups.values()].map((group) => group.map(({ name }) => name).join("="));
}

describe("places", () => {
  test("are those of the game first, then by score, then the eliminated, the last out first", () => {
    const entries = {
      first: out(1),
      low: scored(1, 3),
      second: { ...scored(2, 1), placement: 2 },
      high: scored(3, 8),
      last: out(3),
      winner: { ...IN, placement: 1 },
      "with first": { ...out(1), result: { score: 99, tieBreaks: [] }, reached: 4 },
    };
    const ranked = ["winner", "second", "high", "low", "last", "first=with first"];
    expect(ranking(PLAIN, entries)).toEqual(ranked);
  });

  test("of those without a score, and of the disqualified, are nobody's", () => {
    expect(placeFor(PLAIN, IN)).toBeNull();
    expect(placeFor({ ...PLAIN, direction: "lower" }, IN)).toBeNull();
    expect(placeFor(PLAIN, { ...scored(1, 5), state: "disqualified" })).toBeNull();
    expect(placeFor(PLAIN, { ...out(2), state: "disqualified" })).toBeNull();
  });

  test("compare as scores and tie-breaks do, in both directions and with any sign", () => {
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

  test("are shared by equals, unless who was there first is better", () => {
    const entries = { late: scored(9, 5), early: scored(2, 5) };
    expect(ranking(PLAIN, entries)).toEqual(["late=early"]);
    expect(ranking({ ...PLAIN, ties: "earliest" }, entries)).toEqual(["early", "late"]);
  });
});
