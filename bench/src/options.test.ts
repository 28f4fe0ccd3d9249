import { expect, test } from "vitest";
import { readOptions } from "./options.ts";
import { SCENARIOS } from "./scenarios.ts";

const readNames = (args: readonly string[]) => readOptions(args).scenarios.map(({ name }) => name);

test("runs the named scenarios, or all of them", () => {
  expect(readNames(["settle", "join-hot"])).toEqual(["settle", "join-hot"]);
  expect(readNames([])).toEqual(SCENARIOS.map(({ name }) => name));
  expect(new Set(readNames([])).size).toBe(SCENARIOS.length);
});

test("measures less at smoke scale, unless told otherwise", () => {
  expect(readOptions(["--smoke"])).toMatchObject({ rounds: 1, seconds: 0.1, scale: "smoke" });
  expect(readOptions(["--smoke", "--rounds", "2"])).toMatchObject({ rounds: 2, seconds: 0.1 });
  expect(readOptions([])).toMatchObject({ rounds: 3, seconds: 3, scale: "full" });
});

test.each([
  [["no-such"], "There is no scenario"],
  [["--rounds", "0"], "--rounds takes a number above zero"],
  [["--seconds", "soon"], "--seconds takes a number above zero"],
  [["--board", "0"], "--board takes a number above zero"],
  [["--fast"], "--fast"],
])("refuses %s", (args, message) => {
  expect(() => readOptions(args)).toThrow(message);
});
