// An event stays below 32 KiB. All of it but descriptions and metadata takes 8 KB at most. No usual text
// is as long as this: 5,000 characters take more only where most of them have four bytes.
const MOST_BYTES = 20_000;
// What a second description in the same event may take.
const SECOND_BYTES = 4_000;
// Characters of six bytes, such as control characters, fit as well.
const SHORT = 600;

interface Shown {
  description?: string;
  metadata?: object | null;
}

/** A tournament with a description that is cut where an event has no room. */
export const shortened = <T extends Shown>(shown: T): T =>
  cut(shown, MOST_BYTES - metadataBytes(shown));

/** A tournament and its former fields, which together have more room than one. */
export const shortenedTogether = <T extends Shown, P extends Shown>(
  after: T,
  previous: P,
): [T, P] => [
  cut(after, MOST_BYTES - metadataBytes(after) - metadataBytes(previous)),
  cut(previous, SECOND_BYTES),
];

function cut<T extends Shown>(shown: T, most: number): T {
  const { description } = shown;
  if (description === undefined || jsonBytes(description) <= most) return shown;
  return { ...shown, description: `${Array.from(description).slice(0, SHORT).join("")}…` };
}

const metadataBytes = ({ metadata }: Shown): number => (metadata ? jsonBytes(metadata) : 0);

const jsonBytes = (value: string | object): number => Buffer.byteLength(JSON.stringify(value));
