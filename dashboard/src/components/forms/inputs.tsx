import { Radio, Stack, Text, TextInput, type TextInputProps } from "@mantine/core";
import type { ReactNode } from "react";
import { localPart, momentFault, readMoment } from "./moments.ts";

interface DecimalInputProps extends TextInputProps {
  unit: string;
}

const LETTER_PX = 9;
const PADDING_PX = 20;

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

interface MomentInputProps {
  label: string;
  description?: string;
  required?: boolean;
  /** The field in the format of `moments.ts`. */
  value?: string;
  onChange?: (field: string) => void;
  error?: ReactNode;
  "data-path"?: string;
}

const MINUTES_LENGTH = "2030-05-01T18:00".length;

/**
 * Asks for a time in the viewer's zone. If clocks go back over the time, also asks which occurrence
 * is meant.
 */
export function MomentInput({ value = "", onChange, error, ...props }: MomentInputProps) {
  const local = localPart(value);
  const read = readMoment(value);
  const asked = readMoment(local);
  const missing = read.state === "missing" ? momentFault(value) : undefined;
  return (
    <Stack gap="xs">
      <TextInput
        {...props}
        type="datetime-local"
        // Without a step, browsers accept whole minutes only.
        {...(local.length > MINUTES_LENGTH && { step: "any" })}
        value={local}
        onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
        error={error ?? missing}
        rightSection={
          read.state === "exact" && (
            <Text size="xs" c="dimmed">
              {read.offset}
            </Text>
          )
        }
        rightSectionWidth={84}
      />
      {asked.state === "ambiguous" && (
        <Radio.Group
          label="Choose the first or the second occurrence"
          size="xs"
          value={value}
          onChange={(field) => onChange?.(field)}
        >
          <Stack gap={4} mt={4}>
            {asked.choices.map(({ field, offset }, index) => (
              <Radio
                key={field}
                size="xs"
                value={field}
                label={`${index === 0 ? "First" : "Second"}, ${offset}`}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </Stack>
  );
}
