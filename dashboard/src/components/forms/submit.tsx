import { Button, type ButtonProps, Group, Modal, Stack } from "@mantine/core";
import type { FormErrors, UseFormReturnType } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useRef } from "react";
import { faultsByField } from "../../api/problem.ts";
import { ProblemCard } from "../page/query-view.tsx";
import { focusFirstFault, nativeFaults } from "./faults.ts";

/**
 * Sends a form. Faults from the form or the API appear at their fields, and the first one gets the
 * focus. `refusal` is an error that no field shows.
 */
export function useSubmit<V extends Record<string, unknown>, R>(
  form: UseFormReturnType<V>,
  send: (values: V) => Promise<R>,
  onDone: (result: R, values: V) => void,
) {
  const ref = useRef<HTMLFormElement>(null);
  const show = (faults: FormErrors) => {
    form.setErrors(faults);
    if (ref.current) focusFirstFault(ref.current, faults);
  };
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onError: (error) => show(faultsByField(error)),
  });
  const known = Object.keys(faultsByField(mutation.error)).some((field) => field in form.values);
  const submit = () => {
    const native = ref.current === null ? {} : nativeFaults(ref.current);
    const faults = { ...native, ...form.validate().errors };
    if (Object.keys(faults).length > 0) show(faults);
    else mutation.mutate(form.getValues());
  };
  return {
    submit,
    formProps: {
      ref,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        submit();
      },
    },
    isSending: mutation.isPending,
    refusal: mutation.error !== null && !known ? mutation.error : null,
  };
}

interface FormProps {
  submission: ReturnType<typeof useSubmit>;
  gap?: "lg";
  children: ReactNode;
}

export const Form = ({ submission: { formProps, refusal }, gap, children }: FormProps) => (
  <form {...formProps}>
    <Stack gap={gap ?? "md"}>
      {refusal && <ProblemCard error={refusal} />}
      {children}
    </Stack>
  </form>
);

interface DialogProps {
  title: string;
  size?: "lg";
  back: "Back" | "Cancel";
  action: string;
  button?: ButtonProps & { "data-autofocus"?: boolean };
  onClose: () => void;
  children: ReactNode;
}

/** A dialog around a form. */
export const FormDialog = ({ submission, children, ...props }: DialogProps & FormProps) => (
  <Modal opened onClose={props.onClose} title={props.title} size={props.size ?? "md"}>
    <Form submission={submission}>
      {children}
      <FormButtons back={props.back} onBack={props.onClose}>
        <Button type="submit" loading={submission.isSending} {...props.button}>
          {props.action}
        </Button>
      </FormButtons>
    </Form>
  </Modal>
);

interface ActionDialogProps extends DialogProps {
  mutation: { isError: boolean; error: unknown; isPending: boolean; mutate: () => void };
}

/** A dialog with a button that runs a mutation. */
export const ActionDialog = ({ mutation, children, ...props }: ActionDialogProps) => (
  <Modal opened onClose={props.onClose} title={props.title} size={props.size ?? "md"}>
    <Stack>
      {mutation.isError && <ProblemCard error={mutation.error} />}
      {children}
      <FormButtons back={props.back} onBack={props.onClose}>
        <Button loading={mutation.isPending} onClick={() => mutation.mutate()} {...props.button}>
          {props.action}
        </Button>
      </FormButtons>
    </Stack>
  </Modal>
);

interface FormButtonsProps {
  back: "Back" | "Cancel";
  onBack: () => void;
  children: ReactNode;
}

export const FormButtons = ({ back, onBack, children }: FormButtonsProps) => (
  <Group justify="flex-end">
    <Button variant="default" onClick={onBack}>
      {back}
    </Button>
    {children}
  </Group>
);
