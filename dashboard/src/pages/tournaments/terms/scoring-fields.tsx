import { NumberInput, Select, SimpleGrid, Switch } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { NUMBER_FIELD } from "../../../components/forms/decimals.ts";
import { DIRECTIONS } from "./directions.ts";
import { TieBreaks } from "./tie-breaks.tsx";
import type { TermsValues } from "./values.ts";

const OPERATORS = [
  { value: "best", label: "The best attempt" },
  { value: "last", label: "The latest attempt" },
  { value: "sum", label: "All attempts added up" },
];
const TIES = [
  { value: "shared", label: "Share the rank" },
  { value: "earliest", label: "Who reached it first is better" },
];
const NO_SCORE = [
  { value: "out", label: "Last, and never paid" },
  { value: "in", label: "Behind all scores, paid by rank" },
];
const [MOST_ATTEMPTS, MOST_COUNTED] = [10_000, 100];

/** Sets whether a tournament takes scores, and how they become ranks. */
export function ScoringFields({ form }: { form: UseFormReturnType<TermsValues> }) {
  const { isOn, operator } = form.values.scoring;
  return (
    <>
      <Switch
        label="Rank gamers by scores"
        description="Your backend sends what they score; ranks and prizes follow from that."
        {...form.getInputProps("scoring.isOn", { type: "checkbox" })}
      />
      {isOn && (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Choice form={form} name="operator" label="A gamer's score is" data={OPERATORS} />
          <Choice form={form} name="direction" label="Of two scores" data={DIRECTIONS} />
          <TieBreaks form={form} />
          <Choice
            form={form}
            name="ties"
            label="Equal scores"
            description="In tie-breaks too, if there are any"
            data={TIES}
          />
          <NumberInput
            label="Attempts"
            description="Of each gamer"
            min={1}
            max={MOST_ATTEMPTS}
            allowDecimal={false}
            {...NUMBER_FIELD}
            {...form.getInputProps("scoring.attempts")}
          />
          {operator === "sum" && (
            <NumberInput
              label="Counted attempts"
              description="Only the best so many; empty: all"
              min={1}
              max={MOST_COUNTED}
              allowDecimal={false}
              {...form.getInputProps("scoring.counted")}
            />
          )}
          <Choice
            form={form}
            name="noScore"
            label="Without a score"
            description="Who is in to the end and has none"
            data={NO_SCORE}
          />
          <Limit form={form} name="min" label="Lowest score" description="Empty: no limit" />
          <Limit form={form} name="max" label="Highest score" description="Empty: no limit" />
          <Limit
            form={form}
            name="reviewFrom"
            label="Held for review from"
            description="As good as this or better; empty: none"
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
