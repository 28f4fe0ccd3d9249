import { NumberInput, Radio, Select, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";

/** What a game is created with. */
export interface NewGame extends Record<string, unknown> {
  name: string;
  currency: string;
  payer: "game" | "wallet";
  platformFeePercent: number;
}

export const NEW_GAME: NewGame = {
  name: "",
  currency: "USD",
  payer: "game",
  platformFeePercent: 0,
};

const CURRENCIES = ["USD", "EUR", "GBP", "JPY", "CAD", "AUD", "BRL", "INR", "KRW", "GEMS"];
const MOST_FEE_PERCENT = 50;

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
      description="What fees and prizes are counted in. It never changes."
      data={CURRENCIES}
      searchable
      allowDeselect={false}
      {...form.getInputProps("currency")}
    />
    <Radio.Group
      label="Who pays entry fees"
      description="It never changes."
      {...form.getInputProps("payer")}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="game" label="The game, from its own account" />
        <Radio value="wallet" label="Each gamer, from a wallet kept here" />
      </Stack>
    </Radio.Group>
    <NumberInput
      label="Platform fee"
      description="The platform's share of each prize pool."
      suffix="%"
      min={0}
      max={MOST_FEE_PERCENT}
      decimalScale={2}
      {...form.getInputProps("platformFeePercent")}
    />
  </>
);
