import { Button, NumberInput, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import { ProblemCard } from "../../../components/page/problem-card.tsx";
import { Section } from "../../../components/page/section.tsx";
import { useSubmit } from "../../../components/forms/submit.tsx";
import { DecimalInput } from "../../../components/forms/decimal-input.tsx";
import { MomentInput } from "../../../components/forms/moment-input.tsx";
import { viewerZone } from "../../../components/forms/moments.ts";
import { FormButtons } from "../../../components/forms/form-buttons.tsx";
import { gameNow, useEnvironment } from "../../../environment.ts";
import { ScoringFields } from "./scoring-fields.tsx";
import { SplitEditor } from "./split-editor.tsx";
import { faultsOf, type TermsValues } from "./values.ts";

interface TermsFormProps<R> {
  initial: TermsValues;
  /** Whether the tournament exists, so that some terms have no way back. */
  isChange?: boolean;
  action: string;
  send: (values: TermsValues) => Promise<R>;
  onDone: (result: R) => void;
  onCancel: () => void;
}

const MOST_SEATS = 1_000_000;

/** All terms of a tournament. */
export function TermsForm<R>({ initial, action, send, onDone, ...rest }: TermsFormProps<R>) {
  const { isChange = false, onCancel } = rest;
  const environment = useEnvironment();
  const form = useForm<TermsValues>({
    initialValues: initial,
    validate: (values) =>
      faultsOf(values, {
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
        max={MOST_SEATS}
        allowDecimal={false}
        {...form.getInputProps("maxEntries")}
      />
      <NumberInput
        label="Minimum entries"
        description="The tournament is canceled if fewer gamers join"
        min={0}
        max={MOST_SEATS}
        allowDecimal={false}
        {...form.getInputProps("minEntries")}
      />
    </SimpleGrid>
  );
}
