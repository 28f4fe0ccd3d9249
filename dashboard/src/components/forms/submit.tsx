import { Button, Group } from "@mantine/core";
import type { FormErrors, UseFormReturnType } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useRef } from "react";
import { faultsByField } from "../../api/problem.ts";
import { focusFirstFault, nativeFaults } from "./faults.ts";

/**
 * Sends a form. Faults that are found in fields of the form, here or by the API, are shown beside these
 * fields, and the first of them is gone to; any other refusal is the mutation's error.
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
    /** The browser shows no bubbles: faults stand beside their fields. */
    formProps: {
      ref,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        submit();
      },
    },
    isSending: mutation.isPending,
    /** A refusal that no field of the form shows. */
    refusal: mutation.error !== null && !known ? mutation.error : null,
  };
}

interface FormButtonsProps {
  /** What the button that changes nothing says: "Back" where there is something to think over. */
  back: "Back" | "Cancel";
  onBack: () => void;
  /** The button that acts. */
  children: ReactNode;
}

/** The end of a dialog or form: one button leads back without a change, the other acts. */
export const FormButtons = ({ back, onBack, children }: FormButtonsProps) => (
  <Group justify="flex-end">
    <Button variant="default" onClick={onBack}>
      {back}
    </Button>
    {children}
  </Group>
);
