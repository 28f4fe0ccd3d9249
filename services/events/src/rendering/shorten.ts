// An event stays below 32 KiB. All of it but descriptions takes 8 KB at most. No usual text is as
// long as this: 5,000 characters take more only where most of them have four bytes.
const MOST_BYTES = 20_000;
/** What a second description in the same event may take. */
export const SECOND_BYTES = 4_000;
// Characters of six bytes, such as control characters, fit as well.
const SHORT = 600;

/** A tournament, or its former fields, with a description that is cut where an event has no room. */
export function shortened<T extends { description?: string }>(shown: T, most = MOST_BYTES): T {
  const { description } = shown;
  if (description === undefined || jsonBytes(description) <= most) return shown;
  return { ...shown, description: `${Array.from(description).slice(0, SHORT).join("")}…` };
}

const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text));
