import {
  ActionIcon,
  Button,
  Group,
  Input,
  NumberInput,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import { DecimalInput, MomentInput } from "../../../components/forms/inputs.tsx";
import { viewerZone } from "../../../components/forms/moments.ts";
import { FormButtons, useSubmit } from "../../../components/forms/submit.tsx";
import { IconPlus, IconX } from "../../../components/icons.ts";
import { Section } from "../../../components/page/page.tsx";
import { ProblemCard } from "../../../components/page/query-view.tsx";
import { formatPercent } from "../../../components/values/amount.ts";
import { gameNow, useEnvironment } from "../../../environment.ts";
import { ordinal, toPercentages, USUAL_SPLITS } from "../texts.ts";
import { ScoringFields } from "./scoring-fields.tsx";
import { findFaults, type TermsValues } from "./values.ts";

interface TermsFormProps<R> {
  initial: TermsValues;
  /** True if the tournament exists. Some terms of an existing tournament cannot be removed. */
  isChange?: boolean;
  action: string;
  send: (values: TermsValues) => Promise<R>;
  onDone: (result: R) => void;
  onCancel: () => void;
}

const MAX_SEATS = 1_000_000;

export function TermsForm<R>({ initial, action, send, onDone, ...rest }: TermsFormProps<R>) {
  const { isChange = false, onCancel } = rest;
  const environment = useEnvironment();
  const form = useForm<TermsValues>({
    initialValues: initial,
    validate: (values) =>
      findFaults(values, {
        now: gameNow(environment),
        decimals: environment.game.currencyDecimals,
        before: isChange ? initial : undefined,
      }),
  });
  const { formProps, isSending, refusal } = useSubmit(form, send, onDone);
  return (
    <form {...formProps}>
      <Stack gap="lg" maw={720}>
        <Section title="General">
          <TextInput label="Name" required maxLength={200} {...form.getInputProps("name")} />
          <Textarea
            label="Description"
            autosize
            minRows={2}
            maxRows={10}
            maxLength={5_000}
            {...form.getInputProps("description")}
          />
        </Section>
        <Section title="Times" description={`All times are in ${viewerZone()}.`}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <MomentInput
              label="Play starts"
              description="The start can be in the past"
              required
              {...form.getInputProps("startTime")}
            />
            <MomentInput
              label="Ends"
              description="Settlement and payouts start at this time"
              required
              {...form.getInputProps("endTime")}
            />
            <MomentInput
              label="Registration closes"
              description="Leave empty to keep registration open until the end"
              {...form.getInputProps("registrationClosesAt")}
            />
          </SimpleGrid>
        </Section>
        <Section title="Entries">
          <Entries form={form} />
        </Section>
        <Section title="Scores">
          <ScoringFields form={form} />
        </Section>
        <Section title="Prizes">
          <SplitEditor form={form} />
        </Section>
        {refusal && <ProblemCard error={refusal} />}
        <FormButtons back="Cancel" onBack={onCancel}>
          <Button type="submit" loading={isSending}>
            {action}
          </Button>
        </FormButtons>
      </Stack>
    </form>
  );
}

function Entries({ form }: { form: UseFormReturnType<TermsValues> }) {
  const { currency } = useEnvironment().game;
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <DecimalInput
        label="Entry fee"
        description="Fee per gamer. Enter 0 for free entry."
        unit={currency}
        {...form.getInputProps("entryFee")}
      />
      <NumberInput
        label="Seats"
        description="Leave empty for no limit"
        min={1}
        max={MAX_SEATS}
        allowDecimal={false}
        {...form.getInputProps("maxEntries")}
      />
      <NumberInput
        label="Minimum entries"
        description="The tournament is canceled if fewer gamers join"
        min={0}
        max={MAX_SEATS}
        allowDecimal={false}
        {...form.getInputProps("minEntries")}
      />
    </SimpleGrid>
  );
}

const MAX_RANKS = 100;
const MAX_SHARE = 1_000_000;

function SplitEditor({ form }: { form: UseFormReturnType<TermsValues> }) {
  const { prizeSplit } = form.values;
  const parts = toPercentages(prizeSplit);
  return (
    <Input.Wrapper
      label="Prize split"
      labelElement="div"
      description="Each rank's share of the pool after the platform fee. Shares do not need to add up to 100: 3 and 1 pay 75% and 25%. Tied gamers share the prizes of their ranks."
      error={form.errors["prizeSplit"]}
    >
      <Group gap="xs" my="xs">
        {USUAL_SPLITS.map(({ label, shares }) => (
          <Button
            key={label}
            size="compact-xs"
            variant={shares.join() === prizeSplit.join() ? "light" : "default"}
            aria-pressed={shares.join() === prizeSplit.join()}
            onClick={() => form.setFieldValue("prizeSplit", [...shares])}
          >
            {label}
          </Button>
        ))}
      </Group>
      <Stack gap={6}>
        {prizeSplit.map((_, index) => (
          <Group key={index} gap="sm" wrap="nowrap">
            <Text size="sm" w={44} c="dimmed" ta="right">
              {ordinal(index + 1)}
            </Text>
            <NumberInput
              aria-label={`Share of the ${ordinal(index + 1)} rank`}
              size="xs"
              w={110}
              min={1}
              max={MAX_SHARE}
              allowDecimal={false}
              {...form.getInputProps(`prizeSplit.${index}`)}
            />
            <Text size="sm" w={64} ta="right" style={{ fontVariantNumeric: "tabular-nums" }}>
              {formatPercent(parts[index] ?? 0)}
            </Text>
            {prizeSplit.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove share of the ${ordinal(index + 1)} rank`}
                onClick={() => form.removeListItem("prizeSplit", index)}
              >
                <IconX size={16} />
              </ActionIcon>
            )}
          </Group>
        ))}
        {prizeSplit.length < MAX_RANKS && (
          <Button
            variant="subtle"
            size="compact-sm"
            w="fit-content"
            leftSection={<IconPlus size={14} />}
            onClick={() => form.insertListItem("prizeSplit", 1)}
          >
            Add rank
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
