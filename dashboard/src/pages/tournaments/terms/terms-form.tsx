import {
  Button,
  Group,
  Input,
  NumberInput,
  type NumberInputProps,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import type { Tournament } from "../../../api/schema.d.ts";
import { formatPercent } from "../../../components/amount.ts";
import { NUMBER_FIELD } from "../../../components/forms/decimals.ts";
import {
  AddButton,
  DecimalInput,
  MomentInput,
  RemoveButton,
} from "../../../components/forms/inputs.tsx";
import { viewerZone } from "../../../components/forms/moments.ts";
import { FormButtons, SubmitButton, useSubmit } from "../../../components/forms/submit.tsx";
import { ProblemCard, Section } from "../../../components/page.tsx";
import { toOptions } from "../../../components/values.tsx";
import { gameNow, useEnvironment } from "../../../environment.ts";
import { ordinal, toPercentages, USUAL_SPLITS } from "../texts.ts";
import { findFaults, type TermsValues } from "./values.ts";

export interface TermsFormProps {
  initial: TermsValues;
  /** True if the tournament exists. Some terms of an existing tournament cannot be removed. */
  isChange?: boolean;
  action: string;
  send: (values: TermsValues) => Promise<{ tournament: Tournament }>;
  onDone: (result: { tournament: Tournament }, values: TermsValues, isLeft: boolean) => void;
  onCancel: () => void;
}

const MAX_SEATS = 1_000_000;

export function TermsForm({ initial, action, send, onDone, ...rest }: TermsFormProps) {
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
  const submission = useSubmit(form, send, onDone);
  const { formProps, refusal } = submission;
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
        <FormButtons back="Cancel" onBack={onCancel} isSending={submission.isSending}>
          <SubmitButton submission={submission} label={action} />
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
        {...form.getInputProps("maxEntries")}
      />
      <NumberInput
        label="Minimum entries"
        description="Cancelled if fewer gamers join"
        min={0}
        max={MAX_SEATS}
        {...form.getInputProps("minEntries")}
      />
    </SimpleGrid>
  );
}

const MAX_RANKS = 100;

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
              max={1_000_000}
              {...form.getInputProps(`prizeSplit.${index}`)}
            />
            <Text size="sm" w={64} ta="right" style={{ fontVariantNumeric: "tabular-nums" }}>
              {formatPercent(parts[index] ?? 0)}
            </Text>
            {prizeSplit.length > 1 && (
              <RemoveButton
                label={`Remove share of the ${ordinal(index + 1)} rank`}
                onClick={() => form.removeListItem("prizeSplit", index)}
              />
            )}
          </Group>
        ))}
        {prizeSplit.length < MAX_RANKS && (
          <AddButton label="Add rank" onClick={() => form.insertListItem("prizeSplit", 1)} />
        )}
      </Stack>
    </Input.Wrapper>
  );
}

const OPERATORS = toOptions({
  best: "Best attempt",
  last: "Latest attempt",
  sum: "Sum of attempts",
});
const DIRECTIONS = toOptions({ higher: "Higher is better", lower: "Lower is better" });
const TIES = toOptions({ shared: "Gamers share the rank", earliest: "Earliest score ranks first" });
const NO_SCORE = toOptions({
  out: "Ranked last, no prize",
  in: "Ranked after all scores, can win a prize",
});
const [MAX_ATTEMPTS, MAX_COUNTED] = [10_000, 100];

interface FormProps {
  form: UseFormReturnType<TermsValues>;
}

function ScoringFields({ form }: FormProps) {
  const { isOn, operator } = form.values.scoring;
  const field = (name: string) => form.getInputProps(`scoring.${name}`);
  return (
    <>
      <Switch
        label="Rank gamers by scores"
        description="Your backend sends scores. The scores determine ranks and prizes."
        {...form.getInputProps("scoring.isOn", { type: "checkbox" })}
      />
      {isOn && (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Select label="Score calculation" data={OPERATORS} {...field("operator")} />
          <Select label="Score direction" data={DIRECTIONS} {...field("direction")} />
          <TieBreaks form={form} />
          <Select
            label="Equal scores"
            description="Applies if all tie-breaks are also equal"
            data={TIES}
            {...field("ties")}
          />
          <NumberInput
            label="Attempts"
            description="Maximum number of attempts per gamer"
            min={1}
            max={MAX_ATTEMPTS}
            {...NUMBER_FIELD}
            {...field("attempts")}
          />
          {operator === "sum" && (
            <NumberInput
              label="Counted attempts"
              description="Number of best attempts to add up. Leave empty to count all attempts."
              min={1}
              max={MAX_COUNTED}
              {...field("counted")}
            />
          )}
          <Select
            label="Gamers without a score"
            description="Applies to gamers who are still in the tournament when it ends"
            data={NO_SCORE}
            {...field("noScore")}
          />
          <Limit label="Lowest score" {...field("min")} />
          <Limit label="Highest score" {...field("max")} />
          <Limit
            label="Review threshold"
            description="This score and better scores are held for review. Leave empty to hold no scores."
            {...field("reviewFrom")}
          />
        </SimpleGrid>
      )}
    </>
  );
}

const Limit = (props: NumberInputProps) => (
  <NumberInput
    description="Leave empty for no limit"
    min={Number.MIN_SAFE_INTEGER}
    max={Number.MAX_SAFE_INTEGER}
    {...NUMBER_FIELD}
    {...props}
  />
);

const MAX_TIE_BREAKS = 3;

function TieBreaks({ form }: FormProps) {
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
              {...form.getInputProps(`scoring.tieBreaks.${index}`)}
            />
            <RemoveButton
              label={`Remove tie-break ${index + 1}`}
              onClick={() => form.removeListItem("scoring.tieBreaks", index)}
            />
          </Group>
        ))}
        {tieBreaks.length < MAX_TIE_BREAKS && (
          <AddButton
            label="Add tie-break"
            onClick={() => form.insertListItem("scoring.tieBreaks", "higher")}
          />
        )}
      </Stack>
    </Input.Wrapper>
  );
}
