import { Text } from "@mantine/core";
import { useEnvironment } from "../../environment.ts";
import { formatMoney, type Amount } from "./amount.ts";

interface MoneyProps {
  amount: Amount;
  /** Shows a plus before a positive amount. */
  signed?: boolean;
}

/** An amount of the game's currency, in the viewer's language. */
export const Money = ({ amount, signed = false }: MoneyProps) => (
  <Text
    component="span"
    inherit
    style={{ fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" }}
  >
    {formatMoney(amount, useEnvironment().game, { signed })}
  </Text>
);
