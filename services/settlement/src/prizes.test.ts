import fc from "fast-check";
import { expect, test } from "vitest";
import { derivedId, newId } from "@tms/kit/values/ids";
import { dividePool } from "../../../test/model/prizes.ts";
import {
  canPayOut,
  hasEnough,
  planPrizes,
  toPrizes,
  toRefunds,
  type RankedEntries,
} from "./prizes.ts";

type Pool = Parameters<typeof planPrizes>[0];

/** Returns the rank groups of a competition ranking from the number of entries at each rank. */
const toGroups = (sizes: readonly number[]) =>
  sizes.map((entries, n) => ({
    rank: 1 + sizes.slice(0, n).reduce((sum, size) => sum + size, 0),
    entries,
  }));

/** Returns the platform fee and the prize of each entry, the best first. */
function divide(pool: Pool) {
  const { platformFeeMinor, prizes } = planPrizes(pool);
  return {
    platformFee: platformFeeMinor,
    prizes: prizes.flatMap(({ entries, eachMinor, remainderMinor }) =>
      Array.from({ length: entries }, (_, n) => eachMinor + (n === 0 ? remainderMinor : 0n)),
    ),
  };
}

const platformFeeBps = fc.integer({ min: 0, max: 5_000 });
// Many ties and little money, so that rounding matters.
const poorPool = fc.record({
  poolMinor: fc.bigInt({ min: 0n, max: 60n }),
  platformFeeBps,
  split: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 8 }),
  groups: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 8 }).map(toGroups),
});
const richPool = fc.record({
  poolMinor: fc.bigInt({ min: 0n, max: BigInt(Number.MAX_SAFE_INTEGER) }),
  platformFeeBps,
  split: fc.array(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 100 }),
  groups: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30 }).map(toGroups),
});

test("divides the whole pool, and gives every entry the prize of the model", () => {
  fc.assert(
    fc.property(fc.oneof(poorPool, richPool), (pool) => {
      const { platformFee, prizes } = divide(pool);
      const total = prizes.reduce((sum, prize) => sum + prize, platformFee);
      expect(total).toBe(pool.poolMinor);
      const ranks = pool.groups.flatMap(({ rank, entries }) => Array<number>(entries).fill(rank));
      const model = dividePool(pool.poolMinor, pool.platformFeeBps, pool.split, ranks);
      const unpaid = Array<bigint>(ranks.length - prizes.length).fill(0n);
      expect({ platformFee, prizes: [...prizes, ...unpaid] }).toEqual(model);
    }),
    { numRuns: 1_000 },
  );
});

test("plans only ranks that have a share, whatever follows them", () => {
  fc.assert(
    fc.property(fc.oneof(poorPool, richPool), (pool) => {
      const shares = Math.max(1, pool.split.length);
      const groups = pool.groups.filter(({ rank }) => rank <= shares);
      const plan = planPrizes(pool);
      expect(plan.prizes).toMatchObject(groups);
      expect(planPrizes({ ...pool, groups })).toEqual(plan);
    }),
  );
});

test.for<[string, bigint, number[], number[], bigint[]]>([
  ["all to the winner by default", 101n, [], [1, 1, 1], [101n]],
  ["all to tied winners, the remainder to the earliest", 101n, [], [3, 1], [35n, 33n, 33n]],
  ["the odd cent to the winner", 101n, [50, 30, 20], [1, 1, 1], [51n, 30n, 20n]],
  ["the first two shares to two tied winners", 101n, [50, 30, 20], [2, 1], [41n, 40n, 20n]],
  ["two shares to three tied second", 101n, [50, 30, 20], [1, 3], [51n, 18n, 16n, 16n]],
  ["the share of an absent rank to those present", 80n, [50, 30, 20], [1, 1], [50n, 30n]],
  ["one cent to the winner", 1n, [1, 1, 1], [1, 1, 1], [1n, 0n, 0n]],
  ["nothing of an empty pool", 0n, [50, 30], [1, 1], [0n, 0n]],
  ["nothing without entries", 100n, [50, 50], [], []],
])("gives %s", ([, poolMinor, split, sizes, prizes]) => {
  const pool = { poolMinor, platformFeeBps: 0, split, groups: toGroups(sizes) };
  expect(divide(pool)).toEqual({ platformFee: 0n, prizes });
});

test("takes the platform fee first, rounded down", () => {
  const pool = { poolMinor: 101n, platformFeeBps: 1_250, split: [1], groups: toGroups([1]) };
  expect(divide(pool)).toEqual({ platformFee: 12n, prizes: [89n] });
  expect(divide({ ...pool, groups: [] })).toEqual({ platformFee: 0n, prizes: [] });
});

/** Returns a ranking with the given number of entries at each rank. */
function toRanking(sizes: readonly number[]): RankedEntries {
  const ranks = toGroups(sizes).flatMap(({ rank, entries }) => Array<number>(entries).fill(rank));
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

test("gives entries the whole pool, however pages cut the ranking", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 8 }),
      fc.bigInt({ min: 0n, max: 60n }),
      fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 8 }),
      fc.integer({ min: 1, max: 7 }),
      (sizes, poolMinor, split, pageSize) => {
        const all = toRanking(sizes);
        const pool = { poolMinor, platformFeeBps: 500, split, groups: toGroups(sizes) };
        const { prizes, platformFeeMinor } = planPrizes(pool);
        const whole = toPrizes(all, prizes, 0);
        const total = whole.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
        expect(total + platformFeeMinor).toBe(poolMinor);
        expect(whole.every(({ amountMinor }) => amountMinor > 0n)).toBe(true);
        for (const { entryId, transferId } of whole)
          expect(transferId).toBe(derivedId("payout", entryId));
        const paged = [];
        for (let from = 0; from < all.ranks.length; from += pageSize)
          paged.push(
            ...toPrizes(part(all, from, from + pageSize), prizes, all.ranks[from - 1] ?? 0),
          );
        expect(paged).toEqual(whole);
      },
    ),
    { numRuns: 300 },
  );
});

test("refunds every entry under its own id, and nothing without a fee", () => {
  const all = toRanking([2, 1]);
  const refunds = toRefunds(all, 5n);
  expect(refunds).toEqual(
    all.entryIds.map((entryId, n) => ({
      entryId,
      gamerId: all.gamerIds[n],
      handle: `g${n}`,
      rank: null,
      amountMinor: 5n,
      transferId: derivedId("refund", entryId),
    })),
  );
  expect(toRefunds(all, 0n)).toEqual([]);
});

test.for<[number, number, number | undefined, boolean, boolean]>([
  [0, 0, undefined, true, true],
  [1, 0, 2, false, false],
  [2, 1, 2, true, true],
])(
  "with %i entries, %i payable and a minimum of %s: enough %s, payable %s",
  ([entries, payable, minEntries, isEnough, isPayable]) => {
    const terms = minEntries === undefined ? undefined : { minEntries };
    expect(hasEnough({ entries, payable }, terms)).toBe(isEnough);
    expect(canPayOut({ entries, payable })).toBe(isPayable);
  },
);
