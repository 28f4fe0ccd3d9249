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
