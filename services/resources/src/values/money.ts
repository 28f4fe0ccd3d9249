import type { Game } from "@tms/proto/tms/game/v1/game";

/** The largest amount in the REST API, in minor units. A double cannot represent every larger integer. */
export const MAX_MINOR = 9_007_199_254_740_991n;

export interface CurrencyForm {
  code: string;
  /** The number of decimals of an amount in major units: 2 for USD. */
  exponent: number;
}

/** Returns the currency of a game. Throws an Error if a service left it out. */
export function currencyOf(game: Game): CurrencyForm {
  if (game.currency === undefined) throw new Error("a game has no currency");
  return game.currency;
}

export const exponentOf = (game: Game): number => currencyOf(game).exponent;

// The decimals of ISO 4217, where they are not two. Intl has the decimals in everyday use, which differ.
const DECIMALS: Readonly<Record<string, readonly string[]>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" "),
  3: "BHD IQD JOD KWD LYD OMR TND".split(" "),
  4: "CLF UYW".split(" "),
};

/** Returns the default number of decimals. A code of more than three characters is a game's own: none. */
export function usualDecimals(code: string): number {
  const isOwn = code.length > 3;
  const [decimals] = Object.entries(DECIMALS).find(([, codes]) => codes.includes(code)) ?? [];
  return isOwn ? 0 : Number(decimals ?? 2);
}

/** An error for an invalid amount of a currency. The message is a clause that follows the field's name. */
export class AmountError extends Error {
  override name = "AmountError";
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * Converts a decimal string of major units to minor units, exactly. Throws AmountError if the string is not a
 * number, is negative, has more decimals than the currency, or exceeds {@link MAX_MINOR}.
 */
export function toMinor(text: string, currency: CurrencyForm): bigint {
  const match = DECIMAL.exec(text);
  if (match === null) throw new AmountError("must be a finite number");
  const [, sign, whole = "", fraction = "", power = "0"] = match;
  const digits = (whole + fraction).replace(/^0+/, "");
  if (digits === "") return 0n;
  if (sign === "-") throw new AmountError("must not be negative");

  // Not /0+$/, which takes quadratic time if a digit follows many zeros.
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  const significant = digits.slice(0, end);
  // The number of zeros to append to `significant`. It is negative if there are too many decimals.
  const shift =
    Number(power) - fraction.length + (digits.length - significant.length) + currency.exponent;
  if (shift < 0)
    throw new AmountError(`must have at most ${currency.exponent} decimals in ${currency.code}`);
  // A number with more digits exceeds the largest amount. This check avoids a huge BigInt.
  if (significant.length + shift > String(MAX_MINOR).length) throw beyond();
  const minor = BigInt(significant) * 10n ** BigInt(shift);
  if (minor > MAX_MINOR) throw beyond();
  return minor;
}

const beyond = () => new AmountError(`must be at most ${MAX_MINOR} minor units`);

/** Converts minor units to a decimal string of major units, without trailing zeros. */
export function toMajorText(minor: bigint, exponent: number): string {
  const sign = minor < 0n ? "-" : "";
  const digits = String(minor < 0n ? -minor : minor).padStart(exponent + 1, "0");
  const whole = digits.slice(0, digits.length - exponent);
  const fraction = digits.slice(digits.length - exponent).replace(/0+$/, "");
  return `${sign}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

// TypeScript's libraries do not know JSON.rawJSON yet.
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => object };

/** Converts minor to major units. Above 70 trillion dollars, returns raw JSON if a double loses digits. */
export function toMajor(minor: bigint, exponent: number): number {
  const text = toMajorText(minor, exponent);
  const number = Number(text);
  return carries(number, minor, exponent) ? number : (rawJSON(text) as unknown as number);
}

function carries(number: number, minor: bigint, exponent: number): boolean {
  // A double always carries fifteen digits. Only longer numbers need a check.
  if (minor < 10n ** 15n && minor > -(10n ** 15n)) return true;
  const [whole = "", fraction = ""] = String(number).split(".");
  return whole + fraction.padEnd(exponent, "0") === String(minor);
}
