import {
  ActionIcon,
  Button,
  Group,
  Input,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
} from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { NUMBER_FIELD } from "../../../components/forms/decimals.ts";
import { IconPlus, IconX } from "../../../components/icons.ts";
import type { TermsValues } from "./values.ts";

const OPERATORS = [
  { value: "best", label: "Best attempt" },
  { value: "last", label: "Latest attempt" },
  { value: "sum", label: "Sum of attempts" },
];
const TIES = [
  { value: "shared", label: "Gamers share the rank" },
  { value: "earliest", label: "Earliest score ranks first" },
];
const NO_SCORE = [
  { value: "out", label: "Ranked last, no prize" },
  { value: "in", label: "Ranked after all scores, can win a prize" },
];
const [MAX_ATTEMPTS, MAX_COUNTED] = [10_000, 100];

export function ScoringFields({ form }: { form: UseFormReturnType<TermsValues> }) {
  const { isOn, operator } = form.values.scoring;
  return (
    <>
      <Switch
        label="Rank gamers by scores"
        description="Your backend sends scores. The scores determine ranks and prizes."
        {...form.getInputProps("scoring.isOn", { type: "checkbox" })}
      />
      {isOn && (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Choice form={form} name="operator" label="Score calculation" data={OPERATORS} />
          <Choice form={form} name="direction" label="Score direction" data={DIRECTIONS} />
          <TieBreaks form={form} />
          <Choice
            form={form}
            name="ties"
            label="Equal scores"
            description="Applies if all tie-breaks are also equal"
            data={TIES}
          />
          <NumberInput
            label="Attempts"
            description="Maximum number of attempts per gamer"
            min={1}
            max={MAX_ATTEMPTS}
            allowDecimal={false}
            {...NUMBER_FIELD}
            {...form.getInputProps("scoring.attempts")}
          />
          {operator === "sum" && (
            <NumberInput
              label="Counted attempts"
              description="Number of best attempts to add up. Leave empty to count all attempts."
              min={1}
              max={MAX_COUNTED}
              allowDecimal={false}
              {...form.getInputProps("scoring.counted")}
            />
          )}
          <Choice
            form={form}
            name="noScore"
            label="Gamers without a score"
            description="Applies to gamers who are still in the tournament when it ends"
            data={NO_SCORE}
          />
          <Limit
            form={form}
            name="min"
            label="Lowest score"
            description="Leave empty for no limit"
          />
          <Limit
            form={form}
            name="max"
            label="Highest score"
            description="Leave empty for no limit"
          />
          <Limit
            form={form}
            name="reviewFrom"
            label="Review threshold"
            description="This score and better scores are held for review. Leave empty to hold no scores."
          />
        </SimpleGrid>
      )}
    </>
  );
}

interface ChoiceProps {
  form: UseFormReturnType<TermsValues>;
  name: "operator" | "direction" | "ties" | "noScore";
  label: string;
  description?: string;
  data: { value: string; label: string }[];
}

const Choice = ({ form, name, ...props }: ChoiceProps) => (
  <Select {...props} allowDeselect={false} {...form.getInputProps(`scoring.${name}`)} />
);

interface LimitProps {
  form: UseFormReturnType<TermsValues>;
  name: "min" | "max" | "reviewFrom";
  label: string;
  description: string;
}

const Limit = ({ form, name, ...props }: LimitProps) => (
  <NumberInput
    {...props}
    min={Number.MIN_SAFE_INTEGER}
    max={Number.MAX_SAFE_INTEGER}
    allowDecimal={false}
    {...NUMBER_FIELD}
    {...form.getInputProps(`scoring.${name}`)}
  />
);

const MAX_TIE_BREAKS = 3;

function TieBreaks({ form }: { form: UseFormReturnType<TermsValues> }) {
  const { tieBreaks } = form.values.scoring;
  return (
    <Input.Wrapper
      label="Tie-breaks"
      labelElement="div"
      description="Extra numbers that your backend sends with a score. If scores are equal, these numbers are compared in this order."
    >
      <Stack gap={6} mt="xs">
        {tieBreaks.map((_, index) => (
          <Group key={index} gap="sm" wrap="nowrap">
            <Select
              aria-label={`Better value in tie-break ${index + 1}`}
              size="xs"
              w={160}
              data={DIRECTIONS}
              allowDeselect={false}
              {...form.getInputProps(`scoring.tieBreaks.${index}`)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove tie-break ${index + 1}`}
              onClick={() => form.removeListItem("scoring.tieBreaks", index)}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        ))}
        {tieBreaks.length < MAX_TIE_BREAKS && (
          <Button
            variant="subtle"
            size="compact-sm"
            w="fit-content"
            leftSection={<IconPlus size={14} />}
            onClick={() => form.insertListItem("scoring.tieBreaks", "higher")}
          >
            Add tie-break
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  );
}

const DIRECTIONS = [
  { value: "higher", label: "Higher is better" },
  { value: "lower", label: "Lower is better" },
];
