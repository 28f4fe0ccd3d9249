import { expect, test } from "vitest";
import { createOpenLimit } from "./open-limit.ts";

test("limits a caller, a game and all of them, until one is closed", () => {
  const begin = createOpenLimit({ perCaller: 2, perGame: 3, perReplica: 4 });
  const opened = ["a", "a", "a", "b", "b"].map((caller) => begin(caller, "one"));
  expect(opened.map((close) => close !== undefined)).toEqual([true, true, false, true, false]);
  // The game has reached its limit, which does not affect other games.
  expect(begin("c", "one")).toBeUndefined();
  expect(begin("d", "two")).toBeDefined();
  expect(begin("e", "three")).toBeUndefined();
  opened[0]?.();
  expect(begin("c", "one")).toBeDefined();
});
