import { Button, Group } from "@mantine/core";
import type { FormErrors, UseFormReturnType } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useRef } from "react";
import { faultsByField } from "../../api/problem.ts";
import { focusFirstFault, nativeFaults } from "./faults.ts";

/**
 * Sends a form. Faults from the form or the API appear beside their fields, and the first one gets
 * the focus. `refusal` is an error that no field shows.
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
