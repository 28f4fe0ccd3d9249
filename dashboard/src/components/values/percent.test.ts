import { expect, test } from "vitest";
import { formatPercent } from "./percent.ts";

test.each([
  [0, "0%"],
  [50, "50%"],
  [100, "100%"],
  [2.5, "2.5%"],
  [100 / 3, "33.33%"],
])("%d hundredths are written %s", (percent, text) => {
  expect(formatPercent(percent)).toBe(text);
});
