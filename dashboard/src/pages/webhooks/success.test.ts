import { expect, test } from "vitest";
import { outOf, successRate } from "./success.ts";

test.each([
  [{ attempts: 0, failures: 0 }, "–", "no attempts"],
  [{ attempts: 1, failures: 0 }, "100%", "0 of 1 attempt failed"],
  [{ attempts: 3, failures: 1 }, "66.6%", "1 of 3 attempts failed"],
  [{ attempts: 9_999, failures: 1 }, "99.9%", "1 of 9,999 attempts failed"],
  [{ attempts: 10_000, failures: 10_000 }, "0%", "10,000 of the newest 10,000 attempts failed"],
])("%j is told as %s, and never better than it was", (lastDay, rate, note) => {
  expect(successRate(lastDay)).toBe(rate);
  expect(outOf(lastDay)).toBe(note);
});
