import fc from "fast-check";
import { expect, test } from "vitest";
import { dividePool } from "../../../test/model/prizes.ts";
import { planPrizes } from "./prizes.ts";

type Pool = Parameters<typeof planPrizes>[0];

// Many ties and little money, so that rounding matters.
const pool: fc.Arbitrary<Pool> = fc
  .record({
    poolMinor: fc.bigInt({ min: 0n, max: 60n }),
    platformFeeBps: fc.integer({ min: 0, max: 5_000 }),
    split: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 8 }),
    sizes: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 8 }),
  })
  .map(({ sizes, ...terms }) => ({
    ...terms,
    groups: sizes.map((entries, n) => ({
      rank: 1 + sizes.slice(0, n).reduce((sum, size) => sum + size, 0),
      entries,
    })),
  }));

test("gives every entry the prize of the model", () => {
  fc.assert(
    fc.property(pool, (given) => {
      const paid = planPrizes(given).prizes.flatMap(({ entries, eachMinor, remainderMinor }) =>
        Array.from({ length: entries }, (_, n) => eachMinor + (n === 0 ? remainderMinor : 0n)),
      );
      const { poolMinor, platformFeeBps, split, groups } = given;
      const ranks = groups.flatMap(({ rank, entries }) => Array<number>(entries).fill(rank));
      const expected = dividePool(poolMinor, platformFeeBps, split, ranks).prizes;
      expect([...paid, ...expected.slice(paid.length).fill(0n)]).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});
