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
 * Focuses the topmost field with a fault, so that it is visible and announced. A fault of a list
 * belongs to its first field.
 */
export function focusFirstFault(form: HTMLElement, faults: Record<string, unknown>): void {
  const paths = Object.keys(faults);
  const fields = [...form.querySelectorAll<HTMLElement>("[data-path]")];
  const first = fields.find(({ dataset: { path = "" } }) =>
    paths.some((fault) => path === fault || path.startsWith(`${fault}.`)),
  );
  first?.focus();
}
