import fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { planPrizes } from "../prizes.ts";
import { prizesOf, type RankedEntries } from "./payouts.ts";

/** A ranking in which so many share each rank, the best first. */
function rankingOf(sizes: readonly number[]): RankedEntries {
  const ranks = sizes.flatMap((size, n) =>
    Array<number>(size).fill(1 + sizes.slice(0, n).reduce((sum, other) => sum + other, 0)),
  );
  return {
    entryIds: ranks.map(() => newId()),
    gamerIds: ranks.map(() => newId()),
    handles: ranks.map((_, index) => `g${index}`),
    ranks,
  };
}

const part = (all: RankedEntries, from: number, to: number): RankedEntries => ({
  entryIds: all.entryIds.slice(from, to),
  gamerIds: all.gamerIds.slice(from, to),
  handles: all.handles.slice(from, to),
  ranks: all.ranks.slice(from, to),
});

test("prizes come to the pool, and are the same whatever pages cut the ranking", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 8 }),
      fc.bigInt({ min: 0n, max: 60n }),
      fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 8 }),
      fc.integer({ min: 1, max: 7 }),
      (sizes, poolMinor, split, pageSize) => {
        const all = rankingOf(sizes);
        const groups = sizes.map((entries, n) => ({
          rank: 1 + sizes.slice(0, n).reduce((sum, size) => sum + size, 0),
          entries,
        }));
        const { prizes, platformFeeMinor } = planPrizes({
          poolMinor,
          platformFeeBps: 500,
          split,
          groups,
        });
        const whole = prizesOf(all, prizes, 0);
        const total = whole.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
        expect(total + platformFeeMinor).toBe(poolMinor);
        expect(whole.every(({ amountMinor }) => amountMinor > 0n)).toBe(true);
        const paged = [];
        for (let from = 0; from < all.ranks.length; from += pageSize)
          paged.push(
            ...prizesOf(part(all, from, from + pageSize), prizes, all.ranks[from - 1] ?? 0),
          );
        expect(paged).toEqual(whole);
      },
    ),
    { numRuns: 300 },
  );
});
