import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** The one source of chance of a seed: asked for the same things in the same order, it repeats. */
export interface Random {
  /** A whole number, both bounds included. */
  int(from: number, to: number): number;
  /** True in `percent` of cases. */
  chance(percent: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Some of the items, each at most once, in no order. */
  sample<T>(items: readonly T[], count: number): T[];
}

export function seeded(seed: number): Random {
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
