import { Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { read } from "../api/client.ts";
import { queryClient } from "../api/query-client.ts";
import { FormDialog } from "../components/forms/dialogs.tsx";
import { Choices, MomentInput } from "../components/forms/inputs.tsx";
import { momentFault, toInstant } from "../components/forms/moments.ts";
import { toast } from "../components/toast.ts";
import { formatTime, Time, toOptions } from "../components/values.tsx";
import { gameNow, useEnvironment } from "../environment.ts";

const SPANS = toOptions({ 3600: "1 hour later", 86400: "1 day later", 604800: "1 week later" });
const KNOWN = "known";
const OTHER = "other";

/** Asks for a new time of the test clock. `to` is a suggested time, such as the end of a tournament. */
export function AdvanceClock({ to }: { to?: { at: string; label: string } }) {
  const environment = useEnvironment();
  const form = useForm({
    initialValues: { choice: to ? KNOWN : "3600", moment: "" },
    validate: ({ choice, moment }) => ({
      moment: choice === OTHER ? (findMomentFault(moment) ?? null) : null,
    }),
  });
  const choices = [
    ...(to ? [{ value: KNOWN, label: to.label }] : []),
    ...SPANS,
    { value: OTHER, label: "A specific time" },
  ];
  return (
    <FormDialog
      title="Advance the clock"
      form={form}
      send={({ choice, moment }, api) =>
        api.PATCH("/clock/advance", toBody(choice, moment, to?.at))
      }
      onDone={({ clock }) => {
        // The page shows the new clock before the next read.
        queryClient.setQueryData(read(environment, "/clock", {}).queryKey, { clock });
        const shows = `The clock now shows ${formatTime(clock.now)}.`;
        toast(clock.state === "ready" ? shows : `${shows} Due tournaments are being settled.`);
      }}
      back="Back"
      action="Advance clock"
      button={{ "data-autofocus": true }}
    >
      <Text size="sm">
        The clock shows <Time at={new Date(gameNow(environment)).toISOString()} />. Tournaments
        start, end and pay out by this clock. You cannot move the clock back.
      </Text>
      <Choices label="New time" choices={choices} {...form.getInputProps("choice")} />
      {form.values.choice === OTHER && (
        <MomentInput label="Time" {...form.getInputProps("moment")} />
      )}
    </FormDialog>
  );
}

const findMomentFault = (moment: string) => (moment === "" ? "Enter a time." : momentFault(moment));

function toBody(choice: string, moment: string, to = "") {
  if (choice === KNOWN) return { to };
  if (choice === OTHER) return { to: toInstant(moment) ?? "" };
  return { bySeconds: Number(choice) };
}
