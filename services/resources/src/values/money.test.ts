import fc from "fast-check";
import { expect, test } from "vitest";
import { AmountError, MAX_MINOR, toMajor, toMajorText, toMinor } from "./money.ts";

const USD = { code: "USD", exponent: 2 };
const minors = fc.bigInt({ min: 0n, max: MAX_MINOR });
const exponents = fc.integer({ min: 0, max: 8 });

test("converts amounts to text and back in each currency", () => {
  fc.assert(
    fc.property(minors, exponents, (minor, exponent) => {
      expect(toMinor(toMajorText(minor, exponent), { code: "X", exponent })).toBe(minor);
    }),
  );
});

test("keeps amounts in JSON, negative balances included", () => {
  fc.assert(
    fc.property(minors, exponents, fc.boolean(), (amount, exponent, negative) => {
      const minor = negative ? -amount : amount;
      const text = JSON.stringify(toMajor(minor, exponent));
      const back = toMinor(text.replace(/^-/, ""), { code: "X", exponent });
      expect(negative ? -back : back).toBe(minor);
    }),
  );
});

test("ignores trailing zeros, and understands exponents", () => {
  fc.assert(
    fc.property(minors, (minor) => {
      expect(toMinor(`${minor}e-2`, USD)).toBe(minor);
      const text = toMajorText(minor, 2);
      expect(toMinor(text.includes(".") ? `${text}000` : `${text}.000`, USD)).toBe(minor);
    }),
  );
});

test("refuses more decimals than the currency has", () => {
  fc.assert(
    fc.property(minors, exponents, fc.integer({ min: 1, max: 9 }), (minor, exponent, digit) => {
      const text = `${toMajorText(minor, 0)}.${"0".repeat(exponent)}${digit}`;
      expect(() => toMinor(text, { code: "X", exponent })).toThrow(AmountError);
    }),
  );
});

test("refuses an amount of a million digits", () => {
  expect(() => toMinor(`1.${"0".repeat(1_000_000)}1`, USD)).toThrow(AmountError);
});

test.for([
  ["0", 0n],
  ["-0", 0n],
  ["0e999999999999", 0n],
  ["2.5", 250n],
  ["2.50", 250n],
  ["1e2", 10_000n],
  ["25e-1", 250n],
  ["90071992547409.91", MAX_MINOR],
] as const)("reads %s as %s cents", ([text, minor]) => expect(toMinor(text, USD)).toBe(minor));

test.for([
  "-1",
  "-0.01",
  "0.001",
  "0.30000000000000004",
  "1e-7",
  "1e-999999999",
  "90071992547409.92",
  "1e308",
  "1e999999999",
  "NaN",
  "Infinity",
  "",
  "1,5",
])("refuses %s", (text) => expect(() => toMinor(text, USD)).toThrow(AmountError));
