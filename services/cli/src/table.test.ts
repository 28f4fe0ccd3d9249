import { expect, test } from "vitest";
import { describeCheck } from "./invariants.ts";
import { table } from "./table.ts";

const CLEAR_SCREEN = "\u001b[2J";

test("control characters and line breaks in a cell are shown, and do not reach the terminal", () => {
  const rows = [[`Go${CLEAR_SCREEN}`], ["two\nlines\u2028"], ["\u009b31m"], ["a\ttab"]];
  expect(table(["NAME"], rows).split("\n")).toEqual([
    "NAME",
    "Go\\u001b[2J",
    "two\\nlines\\u2028",
    "\\u009b31m",
    "a\\ttab",
  ]);
});

test("columns are as wide as what is shown in them", () => {
  expect(table(["A", "B"], [["\u0007", "1"]])).toBe("A       B\n\\u0007  1");
});

test("what the audit finds is shown in the same way", () => {
  const findings = [{ name: `${CLEAR_SCREEN}\u009b2J` }];
  expect(describeCheck({ promise: "names are names", findings })).toBe(
    'FAIL  names are names\n        {"name":"\\u001b[2J\\u009b2J"}',
  );
});
