import { expect, test } from "vitest";
import { nativeFault } from "./submit.tsx";

test.for([
  ["text", {}, undefined],
  ["text", { valueMissing: true }, "Fill in this field."],
  ["email", { typeMismatch: true }, "Enter an email address."],
  ["url", { typeMismatch: true }, "Enter a URL, such as https://example.com."],
  ["password", { tooShort: true }, "Enter at least 10 characters."],
  ["datetime-local", { badInput: true, valueMissing: true }, "Enter a date and a time."],
  ["text", { patternMismatch: true }, "Enter a valid value."],
] as const)("says of a field of type %s with %j: %s", ([type, faults, text]) => {
  const valid = Object.keys(faults).length === 0;
  const validity = { ...faults, valid } as ValidityState;
  expect(nativeFault({ type, minLength: 10, validity })).toBe(text);
});
