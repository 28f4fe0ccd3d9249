import fc from "fast-check";
import { expect, test } from "vitest";
import { planPrizes } from "./prizes.ts";

type Pool = Parameters<typeof planPrizes>[0];

/** What each entry gets, best first, going through the places one by one: the rules as written. */
function paidByHand(given: Pool): bigint[] {
  const ranks = given.groups.flatMap(({ rank, entries }) => Array<number>(entries).fill(rank));
  const split = given.split.length === 0 ? [1] : given.split;
  const shares = ranks.map((_, place) => BigInt(split[place] ?? 0));
  const present = shares.reduce((sum, share) => sum + share, 0n);
  const net = given.poolMinor - (given.poolMinor * BigInt(given.platformFeeBps)) / 10_000n;
  const sharesOf = (rank: number) =>
    shares.reduce((sum, share, place) => (ranks[place] === rank ? sum + share : sum), 0n);
  const amounts = given.groups.map(({ rank }) => (net * sharesOf(rank)) / present);
  amounts[0] = (amounts[0] ?? 0n) + net - amounts.reduce((sum, amount) => sum + amount, 0n);
  return given.groups.flatMap(({ entries }, group) => {
    const [amount = 0n, count] = [amounts[group], BigInt(entries)];
    return Array.from(
      { length: entries },
      (_, n) => amount / count + (n === 0 ? amount % count : 0n),
    );
  });
}

// Many ties and hardly any money: where rounding shows.
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

test("a prize plan gives every entry what going through the places by hand gives it", () => {
  fc.assert(
    fc.property(pool, (given) => {
      const paid = planPrizes(given).prizes.flatMap(({ entries, eachMinor, remainderMinor }) =>
        Array.from({ length: entries }, (_, n) => eachMinor + (n === 0 ? remainderMinor : 0n)),
      );
      const expected = paidByHand(given);
      expect([...paid, ...expected.slice(paid.length).fill(0n)]).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});
