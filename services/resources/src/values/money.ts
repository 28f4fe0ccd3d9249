/** The largest amount in the REST API, in minor units. A double cannot represent all larger integers. */
export const MAX_MINOR = 9_007_199_254_740_991n;

/** The properties of a currency that the REST API needs. */
export interface CurrencyForm {
  code: string;
  /** Decimals of the major unit: 2 for USD, 0 for GEMS. */
  exponent: number;
}

/** An error for an invalid amount of a currency. The message is a clause that follows the field's name. */
export class AmountError extends Error {
  override name = "AmountError";
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * Converts a decimal text of major units to minor units. The result is exact, because the text never becomes
 * a float. Throws AmountError if the text is not a number, or if the amount is negative, has more decimals
 * than the currency, or exceeds {@link MAX_MINOR}.
 */
export function toMinor(text: string, currency: CurrencyForm): bigint {
  const match = DECIMAL.exec(text);
  if (match === null) throw new AmountError("must be a finite number");
  const [, sign, whole = "", fraction = "", power = "0"] = match;
  const digits = (whole + fraction).replace(/^0+/, "");
  if (digits === "") return 0n;
  if (sign === "-") throw new AmountError("must not be negative");

  const significant = digits.replace(/0+$/, "");
  // The number of zeros to append to `significant` to get minor units. Negative if there are too many
  // decimals.
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

/** Converts minor units to a decimal text of major units, without trailing zeros. */
export function toMajorText(minor: bigint, exponent: number): string {
  const sign = minor < 0n ? "-" : "";
  const digits = String(minor < 0n ? -minor : minor).padStart(exponent + 1, "0");
  const whole = digits.slice(0, digits.length - exponent);
  const fraction = digits.slice(digits.length - exponent).replace(/0+$/, "");
  return `${sign}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

// TypeScript's libraries do not know JSON.rawJSON yet.
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => object };

/**
 * Converts minor units to a JSON number of major units. If a double cannot carry all digits (above about 70
 * trillion dollars), the result is raw JSON, which JSON.stringify writes unchanged.
 */
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
