import {
  ActionIcon,
  Button,
  PasswordInput,
  type PasswordInputProps,
  Radio,
  type RadioProps,
  Select,
  Stack,
  TextInput,
  type TextInputProps,
} from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { Fine, Hint } from "../inline.tsx";
import { toOptions } from "../values.tsx";
import { localPart, momentFault, readMoment } from "./moments.ts";

interface ChoicesProps {
  label: string;
  description?: string;
  size?: "xs";
  choices: readonly (RadioProps & { value: string })[];
  value?: string;
  onChange?: (value: string) => void;
}

export const Choices = ({ choices, size, ...props }: ChoicesProps) => (
  <Radio.Group {...(size && { size })} {...props}>
    <Stack gap={size ? 4 : "xs"} mt={size ? 4 : "xs"}>
      {choices.map((choice) => (
        <Radio key={choice.value} {...(size && { size })} {...choice} />
      ))}
    </Stack>
  </Radio.Group>
);

interface ListButtonProps {
  label: string;
  onClick: () => void;
}

export const AddButton = ({ label, onClick }: ListButtonProps) => (
  <Button
    variant="subtle"
    size="compact-sm"
    w="fit-content"
    leftSection={<IconPlus size={14} />}
    onClick={onClick}
  >
    {label}
  </Button>
);

export const RemoveButton = ({ label, onClick }: ListButtonProps) => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
    <IconX size={16} />
  </ActionIcon>
);

export const EmailInput = (props: TextInputProps) => (
  <TextInput label="Email" type="email" autoComplete="username" required {...props} />
);

export const NewPasswordInput = (props: PasswordInputProps) => (
  <PasswordInput autoComplete="new-password" required minLength={10} maxLength={128} {...props} />
);

/** A period in seconds. */
export type Grace = 0 | 3_600 | 86_400 | 604_800;

export const DEFAULT_GRACE: Grace = 86_400;

const GRACES = toOptions({ 0: "None", 3600: "1 hour", 86400: "1 day", 604800: "1 week" });

interface GraceInputProps {
  label: string;
  value: Grace;
  onChange: (seconds: Grace) => void;
}

export const GraceInput = ({ label, value, onChange }: GraceInputProps) => (
  <Select
    label={label}
    data={GRACES}
    value={String(value)}
    onChange={(text) => onChange(Number(text) as Grace)}
  />
);

const LETTER_PX = 9;
const PADDING_PX = 20;

export const DecimalInput = ({ unit, ...props }: TextInputProps & { unit: string }) => (
  <TextInput
    inputMode="decimal"
    autoComplete="off"
    rightSection={<Hint>{unit}</Hint>}
    rightSectionWidth={unit.length * LETTER_PX + PADDING_PX}
    {...props}
  />
);

interface MomentInputProps extends Omit<TextInputProps, "value" | "onChange"> {
  /** The field in the format of `moments.ts`. */
  value?: string;
  onChange?: (field: string) => void;
}

const MINUTES_LENGTH = "2030-05-01T18:00".length;

/** Asks for a time in the viewer's zone. If the time occurs twice, also asks which occurrence is meant. */
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
        // Otherwise browsers take years with six digits.
        max="9999-12-31T23:59"
        // Without a step, browsers accept whole minutes only.
        {...(local.length > MINUTES_LENGTH && { step: "any" })}
        value={local}
        onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
        error={error ?? missing}
        rightSection={read.state === "exact" && <Fine>{read.offset}</Fine>}
        rightSectionWidth={84}
      />
      {asked.state === "ambiguous" && (
        <Choices
          label="Choose the first or the second occurrence"
          size="xs"
          choices={asked.choices.map(({ field, offset }, index) => ({
            value: field,
            label: `${index === 0 ? "First" : "Second"}, ${offset}`,
          }))}
          value={value}
          onChange={(field) => onChange?.(field)}
        />
      )}
    </Stack>
  );
}
