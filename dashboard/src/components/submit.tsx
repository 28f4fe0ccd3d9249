import type { UseFormReturnType } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { faultsByField } from "../api/problem.ts";

/**
 * Sends a form. Faults that the API finds in fields of the form are shown beside these fields; any
 * other refusal is the mutation's error.
 */
export function useSubmit<V extends Record<string, unknown>, R>(
  form: UseFormReturnType<V>,
  send: (values: V) => Promise<R>,
  onDone: (result: R, values: V) => void,
) {
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onError: (error) => form.setErrors(faultsByField(error)),
  });
  const known = Object.keys(faultsByField(mutation.error)).some((field) => field in form.values);
  return {
    submit: form.onSubmit((values) => mutation.mutate(values)),
    isSending: mutation.isPending,
    /** A refusal that no field of the form shows. */
    refusal: mutation.error !== null && !known ? mutation.error : null,
  };
}
