import { expect, test } from "vitest";
import { median, percentile } from "./statistics.ts";

test("returns the middle value as median, or the mean of the middle two", () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([9, 1, 5, 3])).toBe(4);
});

test("returns one of the values as percentile", () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([0, 0.5, 0.99, 1].map((share) => percentile(values, share))).toEqual([1, 50, 99, 100]);
});
