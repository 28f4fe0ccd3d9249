import { Radio, Select, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { DecimalInput } from "../../components/forms/decimal-input.tsx";
import { parseDecimal } from "../../components/forms/decimals.ts";

/** What a game is created with. */
export interface NewGame extends Record<string, unknown> {
  name: string;
  currency: string;
  payer: "game" | "wallet";
  /** As `decimals.ts` reads it. */
  platformFeePercent: string;
}

export const NEW_GAME: NewGame = {
  name: "",
  currency: "USD",
  payer: "game",
  platformFeePercent: "0",
};

const CURRENCIES = ["USD", "EUR", "GBP", "JPY", "CAD", "AUD", "BRL", "INR", "KRW", "GEMS"];
const MAX_FEE_PERCENT = 50;

/** Reads the platform's share. */
export function readFee(text: string): { value: number } | { fault: string } {
  const read = parseDecimal(text, 2);
  if ("fault" in read) return read;
  const value = read.value ?? 0;
  return value < 0 || value > MAX_FEE_PERCENT
    ? { fault: `Enter a percentage from 0 to ${MAX_FEE_PERCENT}.` }
    : { value };
}

/** The fields of a new game, of which all but the name stay as they are for good. */
export const GameTerms = ({ form }: { form: UseFormReturnType<NewGame> }) => (
  <>
    <TextInput
      label="Name"
      placeholder="Star Racer"
      required
      autoFocus
      maxLength={100}
      {...form.getInputProps("name")}
    />
    <Select
      label="Currency"
      description="The currency of fees and prizes. You cannot change the currency later."
      data={CURRENCIES}
      searchable
      allowDeselect={false}
      {...form.getInputProps("currency")}
    />
    <Radio.Group
      label="Payer of entry fees"
      description="You cannot change the payer later."
      {...form.getInputProps("payer")}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="game" label="The game pays from its own account" />
        <Radio value="wallet" label="Each gamer pays from a wallet in this service" />
      </Stack>
    </Radio.Group>
    <DecimalInput
      label="Platform fee"
      description={`The platform's share of each prize pool, up to ${MAX_FEE_PERCENT}%. You cannot change the fee later.`}
      unit="%"
      {...form.getInputProps("platformFeePercent")}
    />
  </>
);
