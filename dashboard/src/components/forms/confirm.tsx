import { Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ActionDialog, FormDialog, useSubmit } from "./submit.tsx";

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
    <ActionDialog
      title={title}
      mutation={mutation}
      back="Back"
      action={action}
      button={{ color: "red" }}
      onClose={onClose}
    >
      <Text size="sm">{children}</Text>
    </ActionDialog>
  );
}

/** A confirmation that asks the person to type a name. */
export function ConfirmByName(props: ConfirmProps & { name: string }) {
  const { title, children, name, action, act, onDone, onClose } = props;
  const form = useForm({ initialValues: { typed: "" } });
  const submission = useSubmit(form, act, onDone);
  const isConfirmed = form.values.typed === name;
  return (
    <FormDialog
      title={title}
      submission={submission}
      back="Back"
      action={action}
      button={{ color: "red", disabled: !isConfirmed }}
      onClose={onClose}
    >
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
        {...form.getInputProps("typed")}
      />
    </FormDialog>
  );
}
