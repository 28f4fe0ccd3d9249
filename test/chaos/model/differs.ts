/** Nothing, or a sentence that names the difference. */
export function differs(what: string, seen: unknown, expected: unknown): string[] {
  const text = (value: unknown) =>
    JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part));
  return text(seen) === text(expected) ? [] : [`${what} is ${text(seen)}, not ${text(expected)}`];
}
