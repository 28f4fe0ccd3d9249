import { Text, TextInput, type TextInputProps } from "@mantine/core";

interface DecimalInputProps extends TextInputProps {
  /** Stands behind the number, such as a currency. */
  unit: string;
}

const LETTER_PX = 9;
const PADDING_PX = 20;

/** Asks for a number in the viewer's language. `decimals.ts` reads its text. */
export const DecimalInput = ({ unit, ...props }: DecimalInputProps) => (
  <TextInput
    inputMode="decimal"
    autoComplete="off"
    rightSection={
      <Text size="sm" c="dimmed">
        {unit}
      </Text>
    }
    rightSectionWidth={unit.length * LETTER_PX + PADDING_PX}
    {...props}
  />
);
