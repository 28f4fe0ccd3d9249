import { expect, test } from "vitest";
import { inParts } from "./parts.ts";

const cut = (...weights: number[]) => inParts(weights, (weight) => weight, 10);

test("items that fit together are one part, in their order", () => {
  expect(cut(4, 6, 0)).toEqual([[4, 6, 0]]);
  expect(cut(4, 7, 3, 1)).toEqual([[4], [7, 3], [1]]);
});

test("an item that weighs too much is a part of its own", () => {
  expect(cut(1, 99, 1)).toEqual([[1], [99], [1]]);
});

test("without items there is no part", () => {
  expect(cut()).toEqual([]);
});
