import { expect, test } from "vitest";
import { withBeginning } from "./timeline.ts";

const at = (second: number) => new Date(1_900_000_000_000 + second * 1_000).toISOString();
const point = (second: number, entries: number) => ({
  at: at(second),
  entries,
  eliminated: 0,
  disqualified: 0,
  prizePool: entries * 2.5,
});
const NOTHING = { entries: 0, eliminated: 0, disqualified: 0, prizePool: 0 };

test("a line begins with nothing, one step before the first point", () => {
  const points = [point(20, 3), point(30, 5)];
  expect(withBeginning(points)).toEqual([{ at: at(10), ...NOTHING }, ...points]);
});

test("a single point becomes a line", () => {
  const [first, last] = withBeginning([point(20, 3)]);
  expect(first).toMatchObject(NOTHING);
  expect(Date.parse(first?.at ?? "")).toBeLessThan(Date.parse(last?.at ?? ""));
});

test("there is none before the first join", () => {
  expect(withBeginning([])).toEqual([]);
});
