import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** The random numbers of a seed: the same calls in the same order return the same values. */
export interface Random {
  /** Returns an integer; both bounds are included. */
  int(from: number, to: number): number;
  /** True in `percent` of the calls. */
  chance(percent: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Returns some of the items in random order, each at most once. */
  sample<T>(items: readonly T[], count: number): T[];
}

export function createRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  const int = (from: number, to: number) => uniformInt(generator, from, to);
  return {
    int,
    chance: (percent) => int(1, 100) <= percent,
    pick(items) {
      const item = items[int(0, items.length - 1)];
      if (item === undefined) throw new Error("nothing to pick from");
      return item;
    },
    sample(items, count) {
      const left = [...items];
      return Array.from(
        { length: Math.min(count, items.length) },
        () => left.splice(int(0, left.length - 1), 1)[0],
      ).filter((item) => item !== undefined);
    },
  };
}
