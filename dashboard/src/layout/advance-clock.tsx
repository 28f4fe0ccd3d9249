import { Radio, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { content } from "../api/client.ts";
import { MomentInput } from "../components/forms/inputs.tsx";
import { momentFault, toInstant } from "../components/forms/moments.ts";
import { FormDialog, useSubmit } from "../components/forms/submit.tsx";
import { formatTime, Time } from "../components/values/time.tsx";
import { type Environment, gameNow } from "../environment.ts";
import { updateClock } from "./use-clock.ts";

interface AdvanceClockProps {
  environment: Environment;
  /** A known target, such as the end of a tournament. */
  to?: { at: string; label: string };
  onClose: () => void;
}

interface AdvanceValues extends Record<string, unknown> {
  choice: string;
  /** As `moments.ts` reads it. */
  moment: string;
}

const SPANS = [
  { value: "3600", label: "1 hour later" },
  { value: "86400", label: "1 day later" },
  { value: "604800", label: "1 week later" },
];
const [KNOWN, OTHER] = ["known", "other"];

export function AdvanceClock({ environment, to, onClose }: AdvanceClockProps) {
  const form = useForm<AdvanceValues>({
    initialValues: { choice: to ? KNOWN : "3600", moment: "" },
    validate: ({ choice, moment }) => ({
      moment: choice === OTHER ? (findMomentFault(moment) ?? null) : null,
    }),
  });
  const submission = useSubmit(
    form,
    (values) => content(environment.api.PATCH("/clock/advance", { body: toBody(values, to?.at) })),
    ({ clock }) => {
      void updateClock(environment, clock);
      const shows = `The clock now shows ${formatTime(clock.now)}.`;
      notifications.show({
        message: clock.state === "ready" ? shows : `${shows} Due tournaments are being settled.`,
      });
      onClose();
    },
  );
  return (
    <FormDialog
      title="Advance the clock"
      submission={submission}
      back="Back"
      action="Advance clock"
      button={{ "data-autofocus": true }}
      onClose={onClose}
    >
      <Text size="sm">
        The clock shows <Time at={new Date(gameNow(environment)).toISOString()} />. Tournaments
        start, end and pay out by this clock. You cannot move the clock back.
      </Text>
      <Radio.Group label="New time" {...form.getInputProps("choice")}>
        <Stack gap="xs" mt="xs">
          {to && <Radio value={KNOWN} label={to.label} />}
          {SPANS.map((span) => (
            <Radio key={span.value} {...span} />
          ))}
          <Radio value={OTHER} label="A specific time" />
        </Stack>
      </Radio.Group>
      {form.values.choice === OTHER && (
        <MomentInput label="Time" {...form.getInputProps("moment")} />
      )}
    </FormDialog>
  );
}

const findMomentFault = (moment: string) => (moment === "" ? "Enter a time." : momentFault(moment));

function toBody({ choice, moment }: AdvanceValues, to = "") {
  if (choice === KNOWN) return { to };
  if (choice === OTHER) return { to: toInstant(moment) ?? "" };
  return { bySeconds: Number(choice) };
}
