import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** Whether this run takes every case of the sampled suites: `pnpm test:all`. */
export const TAKES_ALL = process.env["TMS_TEST_ALL"] === "1";

/** Returns a few items, drawn by the run's seed in `TMS_SEED`; in `pnpm test:all` all of them. */
export function sample<T>(items: readonly T[], count: number): T[] {
  if (TAKES_ALL) return [...items];
  const random = xoroshiro128plus(Number(process.env["TMS_SEED"]));
  const left = items.map((item, index) => ({ item, index }));
  const drawn = Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(uniformInt(random, 0, left.length - 1), 1),
  ).flat();
  return drawn.toSorted((a, b) => a.index - b.index).map(({ item }) => item);
}
