import { Button, Card, Group, Stack, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type ReactNode, useState } from "react";
import type { Api } from "../../../api/client.ts";
import type { EntryDecision } from "../../../api/schema.d.ts";
import { FormDialog, CloseContext } from "../../../components/forms/dialogs.tsx";
import { Fine, Hint, Strong } from "../../../components/inline.tsx";
import { useActors } from "../../../components/names.ts";
import { Time } from "../../../components/values.tsx";

interface DecisionDialogProps {
  title?: string;
  action: string;
  color?: string;
  names: readonly string[];
  decide: (reason: string, api: Api) => Promise<unknown>;
  onDone: () => void;
  isKept?: boolean;
  children: ReactNode;
}

export function DecisionDialog(props: DecisionDialogProps) {
  const { color, names, decide, children, ...dialog } = props;
  const form = useForm({ initialValues: { reason: "" } });
  return (
    <FormDialog
      size="lg"
      form={form}
      send={({ reason }, api) => decide(reason, api)}
      back="Back"
      button={{ ...(color !== undefined && { color }), disabled: names.length > MAX_AT_ONCE }}
      {...dialog}
    >
      <NameList names={names} />
      {children}
      <Textarea
        label="Reason"
        description="The reason is stored with the decision and included in the event."
        required
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        data-autofocus
        {...form.getInputProps("reason")}
      />
    </FormDialog>
  );
}

export const MAX_AT_ONCE = 1_000;
const MAX_NAMED = 12;

export function NameList({ names }: { names: readonly string[] }) {
  const rest = names.length - MAX_NAMED;
  return (
    <>
      <Strong fw={550} style={{ overflowWrap: "anywhere" }}>
        {names.slice(0, MAX_NAMED).join(", ")}
        {rest > 0 && ` and ${rest.toLocaleString()} more`}
      </Strong>
      {names.length > MAX_AT_ONCE && (
        <Text size="sm" c="red">
          Choose at most {MAX_AT_ONCE.toLocaleString()} rows.
        </Text>
      )}
    </>
  );
}

interface BulkActionProps<T> {
  label: string;
  noun: string;
  color?: string;
  chosen: readonly T[];
  dialog: (taken: readonly T[]) => ReactNode;
}

/** A button for the chosen rows. Its dialog keeps the rows that were chosen when the dialog opened. */
export function BulkAction<T>({ label, noun, color, chosen, dialog }: BulkActionProps<T>) {
  const [taken, setTaken] = useState<readonly T[]>();
  return (
    <>
      {chosen.length > 0 && (
        <Button
          size="xs"
          variant="light"
          {...(color !== undefined && { color })}
          onClick={() => setTaken(chosen)}
        >
          {label} {chosen.length.toLocaleString()} {chosen.length === 1 ? noun : `${noun}s`}
        </Button>
      )}
      {taken && <CloseContext value={() => setTaken(undefined)}>{dialog(taken)}</CloseContext>}
    </>
  );
}

// The API returns at most ten decisions, so that a full list may be incomplete.
const MAX_DECISIONS = 10;

interface DecisionListProps<D> {
  decisions: readonly D[];
  titleOf: (decision: D) => string;
  /** The text if there are no decisions. Without it, an empty list is hidden. */
  none?: string;
}

export function DecisionList<D extends Pick<EntryDecision, "reason" | "actor" | "decidedAt">>({
  decisions,
  titleOf,
  none,
}: DecisionListProps<D>) {
  const actorName = useActors();
  if (decisions.length === 0 && none === undefined) return null;
  return (
    <Stack gap="xs">
      <Strong>
        {decisions.length < MAX_DECISIONS ? "Decisions" : "Latest ten decisions"}, newest first
      </Strong>
      {decisions.length === 0 && <Hint>{none}</Hint>}
      {decisions.toReversed().map((decision) => (
        <Card
          key={`${decision.decidedAt} ${titleOf(decision)}`}
          component="section"
          withBorder
          padding="sm"
        >
          <Group justify="space-between" gap="xs">
            <Strong fw={550}>{titleOf(decision)}</Strong>
            <Fine>
              {actorName(decision.actor)}, <Time at={decision.decidedAt} />
            </Fine>
          </Group>
          <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {decision.reason}
          </Text>
        </Card>
      ))}
    </Stack>
  );
}
