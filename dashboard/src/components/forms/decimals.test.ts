import { expect, test } from "vitest";
import { formatField, parseDecimal } from "./decimals.ts";

const read = (text: string, locale: string, decimals = 2) => {
  const decimal = parseDecimal(text, decimals, locale);
  return "value" in decimal ? decimal.value : decimal.fault;
};

test.for([
  ["1.234,56", "de", 1234.56],
  ["1234,56", "de", 1234.56],
  ["1.234", "de", 1234],
  ["0,5", "de", 0.5],
  ["1,234.56", "en", 1234.56],
  ["1,234", "en", 1234],
  [" 2.50 ", "en", 2.5],
  ["1\u202f234,56", "fr", 1234.56],
  ["1 234,56", "fr", 1234.56],
  ["12,34,567.5", "en-IN", 1234567.5],
  ["1'234.56", "de-CH", 1234.56],
  ["-3", "en", -3],
] as const)("reads %j in %s as %d", ([text, locale, value]) => {
  expect(read(text, locale)).toBe(value);
});

test.for([
  ["1,234.56", "de"],
  ["1.5", "de"],
  ["1,5", "en"],
  ["1.234,56", "en"],
  ["12a", "en"],
  ["1..2", "en"],
  [".", "en"],
] as const)("refuses %j in %s, and shows how to write an amount", ([text, locale]) => {
  expect(read(text, locale)).toBe(
    locale === "de" ? "Enter a number such as 1.234,50." : "Enter a number such as 1,234.50.",
  );
});

test("refuses more decimals than the currency has", () => {
  expect(read("0.001", "en")).toBe("Enter at most 2 decimal places.");
  expect(read("1.5", "en", 0)).toBe("Enter a whole number.");
  expect(read("0.00012345", "en", 8)).toBe(0.000_123_45);
});

test("reads an empty field as no number", () => {
  expect(read("  ", "en")).toBeUndefined();
});

test.for([
  [1234.5, 2, "de", "1234,50"],
  [1234.5, 2, "fa", "1234.50"],
  [0, 2, "en", "0"],
  [0.000_000_01, 8, "en", "0.00000001"],
] as const)(
  "writes %d with %d decimals into a field in %s as %s",
  ([value, decimals, locale, text]) => {
    expect(formatField(value, decimals, locale)).toBe(text);
    expect(read(text, locale, decimals)).toBe(value);
  },
);
