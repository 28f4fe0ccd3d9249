import { expect, test } from "vitest";
import { median, percentile, slope } from "./statistics.ts";

test("the median is the middle value, or the mean of the middle two", () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([9, 1, 5, 3])).toBe(4);
});

test("a percentile is a value that occurred", () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([0, 0.5, 0.99, 1].map((share) => percentile(values, share))).toEqual([1, 50, 99, 100]);
});

test("the slope is that of the closest line, and none without a course", () => {
  expect(slope([0, 1, 2, 3].map((x) => ({ x, y: 7 + 2 * x + (x % 2) })))).toBeCloseTo(2.2);
  expect(slope([{ x: 1, y: 3 }])).toBe(0);
});
