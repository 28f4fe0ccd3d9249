import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatMajor, parseMajor, parseMoment, table } from "./texts.ts";

describe("amounts", () => {
  test("are read back to the last unit", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 53n }), fc.nat(8), (minor, exponent) => {
        expect(parseMajor(formatMajor(minor, exponent), exponent)).toBe(minor);
      }),
    );
  });

  test.each([
    ["2.5", 2, 250n],
    ["2", 2, 200n],
    ["0.07", 2, 7n],
    ["12", 0, 12n],
  ])("reads %s with %i decimals", (text, exponent, minor) => {
    expect(parseMajor(text, exponent)).toBe(minor);
  });

  test.each(["2.555", "-1", "1e3", "", ".5", "1.", "1,5", "NaN", "99999999999999999"])(
    "refuses %j",
    (text) => expect(parseMajor(text, 2)).toBeUndefined(),
  );

  test("shows what is below zero", () => expect(formatMajor(-5n, 2)).toBe("-0.05"));
});

describe("moments", () => {
  test.each([
    ["2030-01-31T12:00:00Z", "2030-01-31T12:00:00.000Z"],
    ["2030-01-31T12:00z", "2030-01-31T12:00:00.000Z"],
    ["2030-01-31T12:00:00.25+01:00", "2030-01-31T11:00:00.250Z"],
    ["2030-01-31T12:00:00-0130", "2030-01-31T13:30:00.000Z"],
  ])("are read from %s", (text, moment) => expect(parseMoment(text).toISOString()).toBe(moment));

  test.each([
    "2030-01-31T12:00:00",
    "2030-01-31Z",
    "2030-13-31T12:00:00Z",
    "Jan 31 2030 12:00 Z",
    "",
  ])("are not read from %j", (text) =>
    expect(() => parseMoment(text)).toThrow("2030-01-31T12:00:00Z"),
  );
});

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
