import { expect, test } from "vitest";
import { toCsv } from "./export-csv.tsx";

test("quotes every text, so that commas, quotes and line breaks stay in one cell", () => {
  expect(toCsv(["a", "b"], [['x,"y"\n', 1.5]])).toBe('"a","b"\r\n"x,""y""\n",1.5\r\n');
});

test("leaves a cell empty if there is no value", () => {
  expect(toCsv(["a", "b"], [[null, "x"]])).toBe('"a","b"\r\n,"x"\r\n');
});

test("writes numbers and exact decimals as numbers", () => {
  const decimal = { decimal: "0.00000001" };
  expect(toCsv([], [[-2.5, decimal, { decimal: "-3" }]])).toBe("\r\n-2.5,0.00000001,-3\r\n");
});

test.for(["=1+1", "+1", "-1", "@x", "＝1", "＋1", "－1", "＠x", "\n1", "\r1", " =1", "\t1"])(
  "marks %j as a text",
  (text) => {
    expect(toCsv([], [[text]])).toBe(`\r\n"'${text}"\r\n`);
  },
);

test.for([
  ["a;=1", "a;'=1"],
  ["a,-1;@x", "a,'-1;'@x"],
  ["a\t+1|=2", "a\t'+1|'=2"],
  ["a\n=1\r＝2", "a\n'=1\r'＝2"],
  ["a; =1", "a; '=1"],
  ['a;"=1', 'a;""\'=1'],
] as const)("marks %j where another separator would start a formula", ([text, marked]) => {
  expect(toCsv([], [[text]])).toBe(`\r\n"${marked}"\r\n`);
});

test.for(["a=b", "x-y", "ada@example.com", "2030-05-01T18:00:00.000Z", "a, b; c"])(
  "leaves %j as it is",
  (text) => {
    expect(toCsv([], [[text]])).toBe(`\r\n"${text}"\r\n`);
  },
);
