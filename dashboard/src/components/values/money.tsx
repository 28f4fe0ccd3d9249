import { Text } from "@mantine/core";

interface MoneyProps {
  /** In major units, as the API has amounts. */
  amount: number;
  currency: string;
  /** Shows a plus before what came in. */
  signed?: boolean;
}

/** An amount as the viewer's language writes it. */
export const Money = ({ amount, currency, signed = false }: MoneyProps) => (
  <Text
    component="span"
    inherit
    style={{ fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" }}
  >
    {formatMoney(amount, currency, signed)}
  </Text>
);

const LARGE = 1_000;
const formats = new Map<string, Intl.NumberFormat>();

/**
 * The text of an amount. A currency of a game's own, such as GEMS, is named behind it. A short one is
 * rounded, for an axis: $12K, $2.50, $5.
 */
export function formatMoney(
  amount: number,
  currency: string,
  signed = false,
  short = false,
): string {
  const isLarge = short && Math.abs(amount) >= LARGE;
  const key = [currency, signed, short, isLarge].join();
  let format = formats.get(key);
  if (format === undefined) {
    const signDisplay = signed ? "exceptZero" : "auto";
    const isIso = /^[A-Z]{3}$/.test(currency);
    format = new Intl.NumberFormat(undefined, {
      signDisplay,
      ...(isIso
        ? { style: "currency", currency }
        : { minimumFractionDigits: 0, maximumFractionDigits: 8 }),
      ...(short && { trailingZeroDisplay: "stripIfInteger" }),
      ...(isLarge && { notation: "compact", minimumFractionDigits: 0, maximumFractionDigits: 1 }),
    });
    formats.set(key, format);
  }
  const text = format.format(amount);
  return /^[A-Z]{3}$/.test(currency) ? text : `${text} ${currency}`;
}
