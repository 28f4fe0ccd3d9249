import { NumberInput, Select, SimpleGrid, Switch } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { TermsValues } from "./values.ts";

const OPERATORS = [
  { value: "best", label: "The best attempt" },
  { value: "last", label: "The latest attempt" },
  { value: "sum", label: "All attempts added up" },
];
const DIRECTIONS = [
  { value: "higher", label: "Higher scores" },
  { value: "lower", label: "Lower scores" },
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
          <Choice form={form} name="direction" label="Better are" data={DIRECTIONS} />
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
          <NumberInput
            label="Attempts"
            description="Of each gamer"
            min={1}
            max={MOST_ATTEMPTS}
            allowDecimal={false}
            thousandSeparator=","
            {...form.getInputProps("scoring.attempts")}
          />
          <Choice
            form={form}
            name="ties"
            label="Equal scores"
            description="Where tie-breaks are equal, too"
            data={TIES}
          />
          <Choice
            form={form}
            name="noScore"
            label="Without a score"
            description="Who is in to the end and has none"
            data={NO_SCORE}
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
