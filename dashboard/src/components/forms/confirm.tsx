import { Button, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ProblemCard } from "../page/query-view.tsx";
import { FormButtons } from "./submit.tsx";

interface ConfirmProps {
  title: string;
  children: ReactNode;
  action: string;
  act: () => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
}

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

interface ConfirmByNameProps {
  title: string;
  children: ReactNode;
  name: string;
  action: string;
  act: () => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
}

export function ConfirmByName(props: ConfirmByNameProps) {
  const { title, children, name, action, act, onDone, onClose } = props;
  const [typed, setTyped] = useState("");
  const mutation = useMutation({ mutationFn: act, onSuccess: onDone });
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (typed === name) mutation.mutate();
        }}
      >
        <Stack>
          {mutation.isError && <ProblemCard error={mutation.error} />}
          <Text size="sm" component="div">
            {children}
          </Text>
          <TextInput
            label={
              <>
                Type <b>{name}</b> to confirm
              </>
            }
            data-autofocus
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <FormButtons back="Back" onBack={onClose}>
            <Button
              type="submit"
              color="red"
              disabled={typed !== name}
              loading={mutation.isPending}
            >
              {action}
            </Button>
          </FormButtons>
        </Stack>
      </form>
    </Modal>
  );
}
