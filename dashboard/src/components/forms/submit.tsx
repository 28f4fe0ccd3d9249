import { Button, type ButtonProps, Group, Stack } from "@mantine/core";
import type { FormErrors, UseFormReturnType } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { forgetUnanswered } from "../../api/client.ts";
import { faultsByField } from "../../api/problem.ts";
import { ProblemCard, Section } from "../page.tsx";

/**
 * Sends a form. Faults from the form or the API appear at their fields, and the first one gets the
 * focus. `refusal` is an error that no field shows. `onDone` is also called if the person left the form.
 */
export function useSubmit<V extends Record<string, unknown>, R>(
  form: UseFormReturnType<V>,
  send: (values: V) => Promise<R>,
  onDone: (result: R, values: V, isLeft: boolean) => unknown,
) {
  useEffect(() => forgetUnanswered, []);
  const ref = useRef<HTMLFormElement>(null);
  const show = (faults: FormErrors) => {
    form.setErrors(faults);
    if (ref.current) focusFirstFault(ref.current, faults);
  };
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: (result, values) => onDone(result, values, ref.current === null),
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

type Submission = ReturnType<typeof useSubmit>;

interface FormProps {
  submission: Submission;
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

interface SubmitProps extends ButtonProps {
  submission: Submission;
  label: string;
}

export const SubmitButton = ({ submission, label, ...props }: SubmitProps) => (
  <Button type="submit" loading={submission.isSending} {...props}>
    {label}
  </Button>
);

interface SectionFormProps<V, R> {
  title: string;
  description?: ReactNode;
  form: UseFormReturnType<V>;
  send: (values: V) => Promise<R>;
  onDone: (result: R) => unknown;
  action: string;
  children: ReactNode;
}

export function SectionForm<V extends Record<string, unknown>, R>(props: SectionFormProps<V, R>) {
  const { title, description, form, send, onDone, action, children } = props;
  const submission = useSubmit(form, send, onDone);
  return (
    <Section title={title} description={description}>
      <Form submission={submission}>
        {children}
        <Group justify="flex-end">
          <SubmitButton submission={submission} label={action} variant="default" />
        </Group>
      </Form>
    </Section>
  );
}

interface FormButtonsProps {
  back: "Back" | "Cancel";
  onBack: () => void;
  isSending: boolean;
  children: ReactNode;
}

export const FormButtons = ({ back, onBack, isSending, children }: FormButtonsProps) => (
  <Group justify="flex-end">
    <Button variant="default" disabled={isSending} onClick={onBack}>
      {back}
    </Button>
    {children}
  </Group>
);

type Field = Pick<HTMLInputElement, "validity" | "minLength" | "type">;

export function nativeFault({ validity, minLength, type }: Field): string | undefined {
  if (validity.valid) return undefined;
  if (validity.badInput && type === "datetime-local") return "Enter a date and a time.";
  if (validity.valueMissing) return "Fill in this field.";
  if (validity.typeMismatch && type === "email") return "Enter an email address.";
  if (validity.typeMismatch && type === "url") return "Enter a URL, such as https://example.com.";
  if (validity.tooShort) return `Enter at least ${minLength} characters.`;
  return "Enter a valid value.";
}

function nativeFaults(form: HTMLFormElement): Record<string, string> {
  const fields = [
    ...form.querySelectorAll<HTMLInputElement>("input[data-path], textarea[data-path]"),
  ];
  return Object.fromEntries(
    fields.flatMap((field) => {
      const fault = nativeFault(field);
      return fault === undefined ? [] : [[field.dataset["path"] ?? "", fault]];
    }),
  );
}

/** Focuses the topmost field with a fault. The fault of a list belongs to its first field. */
function focusFirstFault(form: HTMLElement, faults: Record<string, unknown>): void {
  const paths = Object.keys(faults);
  const fields = [...form.querySelectorAll<HTMLElement>("[data-path]")];
  const first = fields.find(({ dataset: { path = "" } }) =>
    paths.some((fault) => path === fault || path.startsWith(`${fault}.`)),
  );
  first?.focus();
}
