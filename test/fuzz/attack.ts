import fc from "fast-check";

/** One way to attack: what to try, and how; it rejects with what it finds. */
export interface Attack<T = unknown> {
  name: string;
  cases: fc.Arbitrary<T>;
  run(example: T): Promise<void>;
}

/** What an attack found, and how to see it again. */
export interface Found {
  attack: string;
  seed: number;
  /** The smallest case that shows it. */
  example: string;
  complaint: string;
}

const LONGEST_EXAMPLE = 2_000;
const SHRINKING_LIMIT_MS = 20_000;

/** Tries as many cases as asked for; the first that finds something is made small. */
export async function attackWith<T>(
  attack: Attack<T>,
  seed: number,
  numRuns: number,
): Promise<Found | null> {
  const property = fc.asyncProperty(attack.cases, (example) => attack.run(example));
  const details = await fc.check(property, {
    seed,
    numRuns,
    interruptAfterTimeLimit: SHRINKING_LIMIT_MS,
    markInterruptAsFailure: false,
  });
  if (!details.failed) return null;
  const { errorInstance, counterexample } = details;
  const complaint =
    errorInstance instanceof Error ? String(errorInstance) : fc.stringify(errorInstance);
  const example = fc.stringify(counterexample).slice(0, LONGEST_EXAMPLE);
  return { attack: attack.name, seed, example, complaint };
}
