import type { Game } from "../api/schema.d.ts";

export type Currency = Pick<Game, "currency" | "currencyDecimals">;

/** A number or an exact decimal in major units, or a bigint in minor units. */
export type Amount = number | string | bigint;

interface FormatOptions {
  signed?: boolean;
  /** Rounds large amounts for an axis: $12K, $2.50, $5. */
  short?: boolean;
}

const LARGE = 1_000;

/** Formats an amount. A custom currency, such as GEMS, follows the amount. */
export function formatMoney(
  amount: Amount,
  { currency, currencyDecimals }: Currency,
  { signed = false, short = false }: FormatOptions = {},
): string {
  const isLarge = short && Math.abs(Number(amount)) >= LARGE;
  const isCode = /^[A-Z]{3}$/.test(currency);
  const format = new Intl.NumberFormat(undefined, {
    signDisplay: signed ? "exceptZero" : "auto",
    ...(isCode && { style: "currency", currency }),
    minimumFractionDigits: currencyDecimals,
    maximumFractionDigits: currencyDecimals,
    ...(short && { trailingZeroDisplay: "stripIfInteger" }),
    ...(isLarge && { notation: "compact", minimumFractionDigits: 0, maximumFractionDigits: 1 }),
  });
  // Intl formats the exact digits of a string.
  const text = format.format(toDecimal(amount, currencyDecimals) as Intl.StringNumericLiteral);
  return isCode ? text : `${text} ${currency}`;
}

export function toDecimal(amount: Amount, decimals: number): string {
  if (typeof amount === "bigint") return fromMinor(amount, decimals);
  return typeof amount === "number" ? amount.toFixed(decimals) : amount;
}

export const toMinor = (amount: number, decimals: number): bigint =>
  BigInt(toDecimal(amount, decimals).replace(".", ""));

export function fromMinor(minor: bigint, decimals: number): string {
  const digits = String(minor < 0n ? -minor : minor).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = decimals === 0 ? "" : `.${digits.slice(-decimals)}`;
  return `${minor < 0n ? "-" : ""}${whole}${fraction}`;
}

const PERCENT = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 2 });
const HUNDRED = 100;

/** Formats a percentage with up to two decimals: 50%, 33.33%. */
export const formatPercent = (percent: number): string => PERCENT.format(percent / HUNDRED);

/** The entry fee in sample code. Some currencies have no decimals. */
export const sampleFee = ({ currencyDecimals }: Currency): number =>
  currencyDecimals === 0 ? 3 : 2.5;
