import { expect, test } from "vitest";
import { movePlacement, toRanks, removePlacement } from "./placements.ts";

const order = [
  { handle: "ada", isTied: false },
  { handle: "grace", isTied: true },
  { handle: "alan", isTied: false },
];

test("gives tied gamers one rank, and skips the ranks that they share", () => {
  expect(toRanks(order).map(({ rank }) => rank)).toEqual([1, 1, 3]);
});

test("removes the tie of a gamer who becomes first", () => {
  expect(movePlacement(order, 1, 0)[0]).toEqual({ handle: "grace", isTied: false });
  expect(removePlacement(order, 0)[0]).toEqual({ handle: "grace", isTied: false });
});
