import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatMajor, parseMajor, parseMoment, table } from "./texts.ts";

describe("parseMajor and formatMajor", () => {
  test("reads back a formatted amount exactly", () => {
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

  test("formats negative amounts", () => expect(formatMajor(-5n, 2)).toBe("-0.05"));
});

describe("parseMoment", () => {
  test.each([
    ["2030-01-31T12:00:00Z", "2030-01-31T12:00:00.000Z"],
    ["2030-01-31T12:00z", "2030-01-31T12:00:00.000Z"],
    ["2030-01-31T12:00:00.25+01:00", "2030-01-31T11:00:00.250Z"],
    ["2030-01-31T12:00:00-0130", "2030-01-31T13:30:00.000Z"],
  ])("reads %s", (text, moment) => expect(parseMoment(text).toISOString()).toBe(moment));

  test.each([
    "2030-01-31T12:00:00",
    "2030-01-31Z",
    "2030-13-31T12:00:00Z",
    "Jan 31 2030 12:00 Z",
    "",
  ])("refuses %j", (text) => expect(() => parseMoment(text)).toThrow("2030-01-31T12:00:00Z"));
});

const CLEAR_SCREEN = "\u001b[2J";

test("escapes control characters and line breaks, and makes columns as wide as escaped cells", () => {
  const names = [`Go${CLEAR_SCREEN}`, "two\nlines\u2028", "\u009b31m\ta"];
  expect(table(names, { NAME: (name) => name, N: () => 1 }).split("\n")).toEqual([
    "NAME              N",
    "Go\\u001b[2J       1",
    "two\\nlines\\u2028  1",
    "\\u009b31m\\ta      1",
  ]);
});
