/**
 * A decimal number of major units as a count of minor units, exactly; undefined when the text
 * is no such number or has more decimals than the currency.
 */
export function parseMajor(text: string, exponent: number): bigint | undefined {
  const [, whole, fraction = ""] = /^(\d{1,16})(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined || fraction.length > exponent) return undefined;
  return BigInt(whole + fraction.padEnd(exponent, "0"));
}

/** A count of minor units as a decimal number of major units. */
export function formatMajor(minor: bigint, exponent: number): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(exponent + 1, "0");
  const whole = digits.slice(0, digits.length - exponent);
  const text = exponent === 0 ? whole : `${whole}.${digits.slice(-exponent)}`;
  return minor < 0n ? `-${text}` : text;
}
