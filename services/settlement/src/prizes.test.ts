import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planPrizes, type PrizePlan, type RankGroup } from "./prizes.ts";

/** Rank groups as a standard competition ranking has them, from how many share each rank. */
function groupsOf(sizes: readonly number[]): RankGroup[] {
  let rank = 1;
  return sizes.map((entries) => {
    const group = { rank, entries };
    rank += entries;
    return group;
  });
}

const total = ({ platformFeeMinor, prizes }: PrizePlan) =>
  prizes.reduce(
    (sum, prize) => sum + prize.eachMinor * BigInt(prize.entries) + prize.remainderMinor,
    platformFeeMinor,
  );

const pool = fc.record({
  poolMinor: fc.bigInt({ min: 0n, max: 9_007_199_254_740_991n }),
  platformFeeBps: fc.integer({ min: 0, max: 5_000 }),
  split: fc.array(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 100 }),
  groups: fc
    .array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 120 })
    .map(groupsOf),
});

/** The same, with many ties and hardly any money: where rounding shows. */
const tinyPool = fc.record({
  poolMinor: fc.bigInt({ min: 0n, max: 60n }),
  platformFeeBps: fc.integer({ min: 0, max: 5_000 }),
  split: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 8 }),
  groups: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 8 }).map(groupsOf),
});

const anyPool = fc.oneof(pool, tinyPool);

describe("a prize plan", () => {
  test("comes to the pool exactly, with the platform fee", () => {
    fc.assert(fc.property(anyPool, (given) => total(planPrizes(given)) === given.poolMinor));
  });

  test("takes the platform's share of the pool, rounded down, and never more", () => {
    fc.assert(
      fc.property(anyPool, (given) => {
        const { platformFeeMinor } = planPrizes(given);
        expect(platformFeeMinor).toBe((given.poolMinor * BigInt(given.platformFeeBps)) / 10_000n);
      }),
    );
  });

  test("gives entries of one rank the same, but for a remainder smaller than the rank's entries", () => {
    fc.assert(
      fc.property(anyPool, (given) => {
        for (const { eachMinor, remainderMinor, entries } of planPrizes(given).prizes) {
          expect(eachMinor).toBeGreaterThanOrEqual(0n);
          expect(remainderMinor).toBeGreaterThanOrEqual(0n);
          expect(remainderMinor).toBeLessThan(BigInt(entries));
        }
      }),
    );
  });

  test("never gives a better rank less per entry when better shares are no smaller", () => {
    fc.assert(
      fc.property(anyPool, (given) => {
        const split = given.split.toSorted((a, b) => b - a);
        const each = planPrizes({ ...given, split }).prizes.map((prize) => prize.eachMinor);
        expect(each).toEqual(each.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
      }),
    );
  });

  test("gives nothing to ranks behind the last share, and something of it to each before", () => {
    fc.assert(
      fc.property(anyPool, (given) => {
        const shares = Math.max(1, given.split.length);
        const expected = given.groups.filter((group) => group.rank <= shares);
        expect(planPrizes(given).prizes).toMatchObject(expected);
      }),
    );
  });

  test("does not depend on ranks it has no share for", () => {
    fc.assert(
      fc.property(anyPool, (given) => {
        const shares = Math.max(1, given.split.length);
        const groups = given.groups.filter((group) => group.rank <= shares);
        expect(planPrizes({ ...given, groups })).toEqual(planPrizes(given));
      }),
    );
  });

  test("divides the shares of absent positions among those present", () => {
    fc.assert(
      fc.property(anyPool, (given) => {
        const present = given.groups.reduce((sum, group) => sum + group.entries, 0);
        const split = given.split.length === 0 ? [1] : given.split;
        const cut = split.slice(0, present);
        expect(planPrizes({ ...given, split: cut })).toEqual(planPrizes({ ...given, split }));
      }),
    );
  });

  test("gives everyone the same when everyone is tied, whatever the split", () => {
    fc.assert(
      fc.property(anyPool, fc.integer({ min: 1, max: 50 }), (given, entries) => {
        const { prizes, platformFeeMinor } = planPrizes({ ...given, groups: groupsOf([entries]) });
        const net = given.poolMinor - platformFeeMinor;
        expect(prizes[0]?.eachMinor).toBe(net / BigInt(entries));
        expect(prizes[0]?.remainderMinor).toBe(net % BigInt(entries));
      }),
    );
  });
});

describe("for example", () => {
  const plan = (poolMinor: bigint, split: number[], sizes: number[], platformFeeBps = 0) => {
    const { platformFeeMinor, prizes } = planPrizes({
      poolMinor,
      platformFeeBps,
      split,
      groups: groupsOf(sizes),
    });
    const each = prizes.map((prize) => [prize.rank, prize.eachMinor, prize.remainderMinor]);
    return { fee: platformFeeMinor, each };
  };

  test.for([
    ["the winner takes all by default", 101n, [], [1, 1, 1], [[1, 101n, 0n]]],
    ["winners who are tied share all", 101n, [], [3, 1], [[1, 33n, 2n]]],
    [
      "50/30/20 of 101, the odd cent to the winner",
      101n,
      [50, 30, 20],
      [1, 1, 1],
      [
        [1, 51n, 0n],
        [2, 30n, 0n],
        [3, 20n, 0n],
      ],
    ],
    [
      "two tied first share the first two shares",
      101n,
      [50, 30, 20],
      [2, 1],
      [
        [1, 40n, 1n],
        [3, 20n, 0n],
      ],
    ],
    [
      "two tied second share the last two shares",
      101n,
      [50, 30, 20],
      [1, 2],
      [
        [1, 51n, 0n],
        [2, 25n, 0n],
      ],
    ],
    [
      "three tied second share what two shares give",
      101n,
      [50, 30, 20],
      [1, 3],
      [
        [1, 51n, 0n],
        [2, 16n, 2n],
      ],
    ],
    [
      "two entries share as 50 to 30",
      80n,
      [50, 30, 20],
      [1, 1],
      [
        [1, 50n, 0n],
        [2, 30n, 0n],
      ],
    ],
    ["a sole entry gets all", 101n, [50, 30, 20], [1], [[1, 101n, 0n]]],
    [
      "an empty pool has nothing to give",
      0n,
      [50, 30],
      [1, 1],
      [
        [1, 0n, 0n],
        [2, 0n, 0n],
      ],
    ],
    [
      "one cent goes to the winner",
      1n,
      [1, 1, 1],
      [1, 1, 1],
      [
        [1, 1n, 0n],
        [2, 0n, 0n],
        [3, 0n, 0n],
      ],
    ],
  ] as const)("%s", ([, poolMinor, split, sizes, each]) => {
    expect(plan(poolMinor, [...split], [...sizes])).toEqual({ fee: 0n, each });
  });

  test("a platform fee of 12.5 % comes first, rounded down", () => {
    expect(plan(101n, [1], [1], 1_250)).toEqual({ fee: 12n, each: [[1, 89n, 0n]] });
  });

  test("without entries nothing is planned and no fee is taken", () => {
    expect(plan(0n, [50, 50], [], 1_000)).toEqual({ fee: 0n, each: [] });
    expect(plan(100n, [50, 50], [], 1_000)).toEqual({ fee: 0n, each: [] });
  });

  test("the largest pool there can be is divided to the cent", () => {
    const given = {
      poolMinor: 9_007_199_254_740_991n,
      platformFeeBps: 5_000,
      split: Array.from({ length: 100 }, () => 1_000_000),
      groups: groupsOf([7, 1_000_000]),
    };
    expect(total(planPrizes(given))).toBe(given.poolMinor);
  });
});
