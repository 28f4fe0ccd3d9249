import { Button, Modal, Stack, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";
import { ProblemCard } from "../../../components/page/problem-card.tsx";
import { useSubmit } from "../../../components/forms/submit.tsx";
import { FormButtons } from "../../../components/forms/form-buttons.tsx";
import { MOST_AT_ONCE, NameList } from "./name-list.tsx";

interface DecisionDialogProps {
  title: string;
  /** The button that decides, and its colour. */
  action: string;
  color?: string;
  /** What it is decided on. */
  names: readonly string[];
  decide: (reason: string) => Promise<unknown>;
  onDecided: () => void;
  onClose: () => void;
  /** What the decision changes. */
  children: ReactNode;
}

const LONGEST_REASON = 500;

/** Decides on several at once, all or none, after asking for the reason. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { title, action, color, names, decide, onDecided, onClose, children } = props;
  const form = useForm({ initialValues: { reason: "" } });
  const { formProps, isSending, refusal } = useSubmit(
    form,
    ({ reason }) => decide(reason),
    onDecided,
  );
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <form {...formProps}>
        <Stack>
          {refusal && <ProblemCard error={refusal} />}
          <NameList names={names} />
          {children}
          <Textarea
            label="Reason"
            description="The reason is stored with the decision and included in the event."
            required
            autosize
            minRows={2}
            maxRows={6}
            maxLength={LONGEST_REASON}
            data-autofocus
            {...form.getInputProps("reason")}
          />
          <FormButtons back="Back" onBack={onClose}>
            <Button
              type="submit"
              {...(color !== undefined && { color })}
              disabled={names.length > MOST_AT_ONCE}
              loading={isSending}
            >
              {action}
            </Button>
          </FormButtons>
        </Stack>
      </form>
    </Modal>
  );
}
