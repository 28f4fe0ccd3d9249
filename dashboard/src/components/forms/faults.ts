/** The parts of a field that the check reads. */
type Field = Pick<HTMLInputElement, "validity" | "minLength" | "type">;

/** Returns what is wrong with a field by its own attributes, or undefined. */
export function nativeFault({ validity, minLength, type }: Field): string | undefined {
  if (validity.valid) return undefined;
  if (validity.badInput && type === "datetime-local") return "Enter a date and a time.";
  if (validity.valueMissing) return "Fill in this field.";
  if (validity.typeMismatch && type === "email") return "Enter an email address.";
  if (validity.typeMismatch && type === "url") return "Enter a URL, such as https://example.com.";
  if (validity.tooShort) return `Enter at least ${minLength} characters.`;
  return "Enter a valid value.";
}

/** Returns the faults of a form's fields by their paths. */
export function nativeFaults(form: HTMLFormElement): Record<string, string> {
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

/**
 * Moves to the first field of a form, from the top, that has a fault, so that it is in view and its fault is
 * heard. A fault of a list as a whole is its first field's.
 */
export function focusFirstFault(form: HTMLElement, faults: Record<string, unknown>): void {
  const paths = Object.keys(faults);
  const fields = [...form.querySelectorAll<HTMLElement>("[data-path]")];
  const first = fields.find(({ dataset: { path = "" } }) =>
    paths.some((fault) => path === fault || path.startsWith(`${fault}.`)),
  );
  first?.focus();
}
