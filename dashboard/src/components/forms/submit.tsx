import type { UseFormReturnType } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useRef, type FormEvent } from "react";
import { faultsByField } from "../../api/problem.ts";
import { focusFirstFault } from "./first-fault.ts";

/**
 * Sends a form. Faults that are found in fields of the form, here or by the API, are shown beside these
 * fields, and the first of them is gone to; any other refusal is the mutation's error.
 */
export function useSubmit<V extends Record<string, unknown>, R>(
  form: UseFormReturnType<V>,
  send: (values: V) => Promise<R>,
  onDone: (result: R, values: V) => void,
) {
  const sent = useRef<HTMLFormElement>(null);
  const show = (faults: Record<string, unknown>) => {
    if (sent.current) focusFirstFault(sent.current, faults);
  };
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onError: (error) => {
      const faults = faultsByField(error);
      form.setErrors(faults);
      show(faults);
    },
  });
  const known = Object.keys(faultsByField(mutation.error)).some((field) => field in form.values);
  const validated = form.onSubmit((values) => mutation.mutate(values), show);
  return {
    submit: (event?: FormEvent<HTMLFormElement>) => {
      sent.current = event?.currentTarget ?? null;
      validated(event);
    },
    isSending: mutation.isPending,
    /** A refusal that no field of the form shows. */
    refusal: mutation.error !== null && !known ? mutation.error : null,
  };
}
