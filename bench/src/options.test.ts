import { expect, test } from "vitest";
import { readOptions } from "./options.ts";
import { SCENARIOS } from "./scenarios.ts";

const names = (args: readonly string[]) => readOptions(args).scenarios.map(({ name }) => name);

test("without names everything runs but what is only run when named", () => {
  const all = SCENARIOS.map(({ name }) => name);
  const onRequest = ["soak", "start"];
  expect(names([])).toEqual(all.filter((name) => !onRequest.includes(name)));
  expect(names(["soak", "join-hot"])).toEqual(["soak", "join-hot"]);
});

test("every scenario has a name of its own", () => {
  expect(new Set(SCENARIOS.map(({ name }) => name)).size).toBe(SCENARIOS.length);
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
