import fc from "fast-check";
import { Finding } from "./finding.ts";

/** One way to attack: what to try, and how; it rejects with what it finds. */
export interface Attack<T = unknown> {
  name: string;
  cases: fc.Arbitrary<T>;
  run(example: T): Promise<void>;
}

/** A finding of an attack, and how to see it again. */
export interface Found {
  attack: string;
  seed: number;
  /** The smallest case that shows it. */
  example: string;
  complaint: string;
}

/** How long an attack may take. */
export interface Limits {
  /** For one case: longer than any answer may take, so that what takes longer hangs. */
  caseMs: number;
  /** For making the first case that finds something smaller. */
  shrinkingMs: number;
}

const LONGEST_EXAMPLE = 2_000;
const LIMITS: Limits = { caseMs: 60_000, shrinkingMs: 20_000 };

/** Tries as many cases as asked for; the first that finds something is made small. */
export async function attackWith<T>(
  attack: Attack<T>,
  seed: number,
  numRuns: number,
  limits: Limits = LIMITS,
): Promise<Found | null> {
  const property = fc.asyncProperty(attack.cases, limited(attack, limits));
  const details = await fc.check(property, { seed, numRuns });
  if (!details.failed) return null;
  const { errorInstance, counterexample } = details;
  const complaint =
    errorInstance instanceof Error ? String(errorInstance) : fc.stringify(errorInstance);
  const example = fc.stringify(counterexample).slice(0, LONGEST_EXAMPLE);
  return { attack: attack.name, seed, example, complaint };
}

/** Runs cases within the limits. What a smaller case shows too late does not count. */
function limited<T>({ run }: Attack<T>, { caseMs, shrinkingMs }: Limits) {
  let shrinkUntil: number | undefined;
  return async (example: T): Promise<void> => {
    if (shrinkUntil !== undefined) {
      const leftMs = shrinkUntil - performance.now();
      if (leftMs > 0) await within(run(example), leftMs, (over) => over.resolve());
      return;
    }
    const hang = new Finding(`no end within ${caseMs} ms`);
    try {
      await within(run(example), caseMs, (over) => over.reject(hang));
    } catch (error) {
      shrinkUntil = performance.now() + shrinkingMs;
      throw error;
    }
  };
}

/** Waits for work, or until its time is up and somebody says what that means. */
async function within(
  work: Promise<void>,
  ms: number,
  onLate: (over: PromiseWithResolvers<void>) => void,
): Promise<void> {
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(onLate, ms, over);
  try {
    await Promise.race([work, over.promise]);
  } finally {
    clearTimeout(timer);
  }
}
