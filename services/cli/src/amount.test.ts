import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatMajor, parseMajor } from "./amount.ts";

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
