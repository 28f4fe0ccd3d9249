import { expect, test } from "vitest";
import { csvOf } from "./csv.ts";

test("texts with commas, quotes and line breaks stay one cell", () => {
  expect(csvOf(["a", "b"], [['x,"y"\n', 1.5]])).toBe('a,b\r\n"x,""y""\n",1.5\r\n');
});

test("what is absent is an empty cell", () => {
  expect(csvOf(["a", "b"], [[null, "x"]])).toBe("a,b\r\n,x\r\n");
});

test("a spreadsheet takes no text for a formula, and a negative amount for a number", () => {
  expect(csvOf(["a"], [["=1+1"], ["@x"], [-2.5]])).toBe("a\r\n'=1+1\r\n'@x\r\n-2.5\r\n");
});
