import { expect, test } from "vitest";
import { formatMoney, fromMinor, toDecimal, toMinor } from "./amount.ts";

const game = (currency: string, currencyDecimals: number) => ({ currency, currencyDecimals });

test.for([
  [0.000_123_45, "XBT", 8, "XBT 0.00012345"],
  [1.5, "JPY", 2, "¥1.50"],
  [1.2345, "USD", 4, "$1.2345"],
  [2.5, "USD", 2, "$2.50"],
  [1_234, "JPY", 0, "¥1,234"],
  [-0.000_000_01, "XBT", 8, "-XBT 0.00000001"],
  [90_071_992_547_409.91, "USD", 2, "$90,071,992,547,409.91"],
  [1_234.5, "GEMS", 1, "1,234.5 GEMS"],
  [5, "GEMS", 0, "5 GEMS"],
  ["12345678901234567890.12", "USD", 2, "$12,345,678,901,234,567,890.12"],
] as const)("writes %s %s with %d decimals as %s", ([amount, currency, decimals, text]) => {
  expect(formatMoney(amount, game(currency, decimals)).replaceAll("\u00a0", " ")).toBe(text);
});

test("shows a plus before a positive amount if asked", () => {
  const usd = game("USD", 2);
  expect(formatMoney(2.5, usd, { signed: true })).toBe("+$2.50");
  expect(formatMoney(0, usd, { signed: true })).toBe("$0.00");
});

test("shortens amounts on an axis", () => {
  const text = (amount: number, decimals = 2) =>
    formatMoney(amount, game("USD", decimals), { short: true });
  expect([text(12_000), text(2.5), text(5), text(0.0025, 4)]).toEqual([
    "$12K",
    "$2.50",
    "$5",
    "$0.0025",
  ]);
});

test.for([
  [0.000_000_01, 8, "0.00000001"],
  [-2.5, 2, "-2.50"],
  [7, 0, "7"],
  [0.1, 3, "0.100"],
] as const)("writes %d with %d decimals as the number %s", ([amount, decimals, text]) => {
  expect(toDecimal(amount, decimals)).toBe(text);
  expect(fromMinor(toMinor(amount, decimals), decimals)).toBe(text);
});

test("writes minor units of any size exactly", () => {
  expect(fromMinor(123_456_789_012_345_678_901n, 2)).toBe("1234567890123456789.01");
  expect(fromMinor(-5n, 2)).toBe("-0.05");
});
