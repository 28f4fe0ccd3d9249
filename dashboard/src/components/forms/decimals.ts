/** The number in a field, or the fault of its text. An empty field has no number. */
type ReadDecimal = { value: number | undefined } | { fault: string };

/** Parses a number in the format of a language. Refuses a string that could mean another number. */
export function parseDecimal(text: string, decimals: number, locale?: string): ReadDecimal {
  const { group, decimal } = getSeparators(locale);
  const typed = unifyGroups(text.trim());
  if (typed === "") return { value: undefined };
  const [g, d] = [`[${unifyGroups(group)}]`, `[${decimal}]`];
  const number = new RegExp(`^(-?)(\\d+|\\d{1,3}(?:${g}\\d{2,3})*${g}\\d{3})(?:${d}(\\d+))?$`);
  const [, sign = "", whole = "", fraction = ""] = number.exec(typed) ?? [];
  if (whole === "") return { fault: `Enter a number such as ${formatExample(decimals, locale)}.` };
  if (fraction.length > decimals)
    return {
      fault: decimals === 0 ? "Enter a whole number." : `Enter at most ${decimals} decimal places.`,
    };
  return { value: Number(`${sign}${whole.replaceAll(/\D/g, "")}.${fraction || "0"}`) };
}

/** Returns the number of a field, or 0 for an empty field. Throws if the field is not valid. */
export function toNumber(text: string, decimals: number): number {
  const read = parseDecimal(text, decimals);
  if ("fault" in read) throw new Error(`${text} is not a number`);
  return read.value ?? 0;
}

/** Returns the fault of a field, `fault` if its number is not allowed, or null. An empty field is 0. */
export function decimalFault(
  text: string,
  decimals: number,
  isAllowed: (value: number) => boolean,
  fault: string,
): string | null {
  const read = parseDecimal(text, decimals);
  if ("fault" in read) return read.fault;
  return isAllowed(read.value ?? 0) ? null : fault;
}

export const formatField = (value: number, decimals: number, locale?: string): string =>
  value === 0 ? "0" : format(value, decimals, locale, false);

// Languages that separate thousands by a space or an apostrophe use several characters for it.
const unifyGroups = (text: string): string =>
  text.replaceAll(/[\s\u00a0\u202f]/g, " ").replaceAll("’", "'");

const formatExample = (decimals: number, locale?: string): string =>
  format(decimals === 0 ? 1_234 : 1_234.5, Math.min(decimals, 2), locale);

// A field has the digits 0 to 9, also in languages with digits of their own.
const DIGITS = { numberingSystem: "latn" };

const format = (value: number, decimals: number, locale?: string, useGrouping = true): string =>
  new Intl.NumberFormat(locale, {
    ...DIGITS,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping,
  }).format(value);

function getSeparators(locale?: string): { group: string; decimal: string } {
  const parts = new Intl.NumberFormat(locale, DIGITS).formatToParts(-1_234_567.8);
  const find = (type: string) => parts.find((part) => part.type === type)?.value;
  return { group: find("group") ?? ",", decimal: find("decimal") ?? "." };
}

const { group, decimal } = getSeparators();

export const NUMBER_FIELD = { thousandSeparator: group, decimalSeparator: decimal };
