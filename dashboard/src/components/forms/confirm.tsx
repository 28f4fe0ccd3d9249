import { Button, Modal, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ProblemCard } from "../page/problem-card.tsx";
import { FormButtons } from "./form-buttons.tsx";

interface ConfirmProps {
  title: string;
  /** What will happen. */
  children: ReactNode;
  action: string;
  act: () => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
}

/** Asks before something is done that hurts if it was a slip, and shows why it was refused. */
export function Confirm({ title, children, action, act, onDone, onClose }: ConfirmProps) {
  const mutation = useMutation({ mutationFn: act, onSuccess: onDone });
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack>
        {mutation.isError && <ProblemCard error={mutation.error} />}
        <Text size="sm">{children}</Text>
        <FormButtons back="Back" onBack={onClose}>
          <Button color="red" loading={mutation.isPending} onClick={() => mutation.mutate()}>
            {action}
          </Button>
        </FormButtons>
      </Stack>
    </Modal>
  );
}
