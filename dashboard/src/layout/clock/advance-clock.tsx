import { Button, Modal, Radio, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { content } from "../../api/content.ts";
import { ProblemCard } from "../../components/page/problem-card.tsx";
import { useSubmit } from "../../components/forms/submit.tsx";
import { formatTime, Time } from "../../components/values/time.tsx";
import { MomentInput } from "../../components/forms/moment-input.tsx";
import { momentFault, toInstant } from "../../components/forms/moments.ts";
import { FormButtons } from "../../components/forms/form-buttons.tsx";
import { gameNow, type Environment } from "../../environment.ts";
import { clockAdvanced } from "./use-clock.ts";

interface AdvanceClockProps {
  environment: Environment;
  /** Where to go, where that is known, such as the end of a tournament. */
  to?: { at: string; label: string };
  onClose: () => void;
}

interface AdvanceValues extends Record<string, unknown> {
  choice: string;
  /** As `moments.ts` reads it. */
  moment: string;
}

const SPANS = [
  { value: "3600", label: "By an hour" },
  { value: "86400", label: "By a day" },
  { value: "604800", label: "By a week" },
];
const [KNOWN, OTHER] = ["known", "other"];

/** Moves the clock of a test environment forward. */
export function AdvanceClock({ environment, to, onClose }: AdvanceClockProps) {
  const form = useForm<AdvanceValues>({
    initialValues: { choice: to ? KNOWN : "3600", moment: "" },
    validate: ({ choice, moment }) => ({
      moment: choice === OTHER ? (faultOfMoment(moment) ?? null) : null,
    }),
  });
  const { formProps, isSending, refusal } = useSubmit(
    form,
    (values) => content(environment.api.PATCH("/clock/advance", { body: bodyOf(values, to?.at) })),
    ({ clock }) => {
      void clockAdvanced(environment, clock);
      const shows = `The clock shows ${formatTime(clock.now)}.`;
      notifications.show({
        message: clock.state === "ready" ? shows : `${shows} What fell due is being settled.`,
      });
      onClose();
    },
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title="Advance the clock"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <form {...formProps}>
        <Stack>
          {refusal && <ProblemCard error={refusal} />}
          <Text size="sm">
            It shows <Time at={new Date(gameNow(environment)).toISOString()} />. Tournaments start
            and end by it, and are paid at once. It never goes back.
          </Text>
          <Radio.Group label="How far" {...form.getInputProps("choice")}>
            <Stack gap="xs" mt="xs">
              {to && <Radio value={KNOWN} label={to.label} />}
              {SPANS.map((span) => (
                <Radio key={span.value} {...span} />
              ))}
              <Radio value={OTHER} label="To another moment" />
            </Stack>
          </Radio.Group>
          {form.values.choice === OTHER && (
            <MomentInput label="Moment" {...form.getInputProps("moment")} />
          )}
          <FormButtons back="Back" onBack={onClose}>
            <Button type="submit" data-autofocus loading={isSending}>
              Advance
            </Button>
          </FormButtons>
        </Stack>
      </form>
    </Modal>
  );
}

const faultOfMoment = (moment: string) =>
  moment === "" ? "To which moment?" : momentFault(moment);

function bodyOf({ choice, moment }: AdvanceValues, to = "") {
  if (choice === KNOWN) return { to };
  if (choice === OTHER) return { to: toInstant(moment) ?? "" };
  return { bySeconds: Number(choice) };
}
