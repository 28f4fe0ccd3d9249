import { expect, test } from "vitest";
import { createAllowances } from "./rate-limits.ts";

test("what is given back after its window has ended adds nothing to the next", () => {
  const { spend } = createAllowances(60_000);
  expect(spend("a late one", -1_024).current).toBe(0);
  expect(spend("a late one", 1).current).toBe(1);
});
