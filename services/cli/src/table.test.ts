import { expect, test } from "vitest";
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
