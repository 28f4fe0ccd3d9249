import { expect, test } from "vitest";
import { dividePool } from "./prizes.ts";

test("prizes and fee are the whole pool, roundings going to the best rank", () => {
  expect(dividePool(101n, 0, [50, 30, 20], [1, 2, 3])).toEqual({
    platformFee: 0n,
    prizes: [51n, 30n, 20n],
  });
});

test("tied entries share what they cover, the earliest taking the remainder", () => {
  expect(dividePool(1_000n, 333, [70, 30], [1, 1, 1])).toEqual({
    platformFee: 33n,
    prizes: [323n, 322n, 322n],
  });
});

test("shares of places nobody took are left out", () => {
  expect(dividePool(80n, 0, [50, 30, 20], [1, 2])).toEqual({ platformFee: 0n, prizes: [50n, 30n] });
  expect(dividePool(0n, 500, [1], [])).toEqual({ platformFee: 0n, prizes: [] });
});
