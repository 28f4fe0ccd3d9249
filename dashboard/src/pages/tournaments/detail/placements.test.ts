import { expect, test } from "vitest";
import { moved, ranksOf, removed } from "./placements.ts";

const order = [
  { handle: "ada", isTied: false },
  { handle: "grace", isTied: true },
  { handle: "alan", isTied: false },
];

test("those who are tied share a rank, and the next one is as if they did not", () => {
  expect(ranksOf(order).map(({ rank }) => rank)).toEqual([1, 1, 3]);
});

test("whoever comes first shares no rank above", () => {
  expect(moved(order, 1, 0)[0]).toEqual({ handle: "grace", isTied: false });
  expect(removed(order, 0)[0]).toEqual({ handle: "grace", isTied: false });
});
