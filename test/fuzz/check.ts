import assert from "node:assert/strict";
import fc from "fast-check";
import pMap from "p-map";

/** The number of cases for each operation in a campaign. */
export const CASES = 8;

// A request takes at most ten seconds, and a busy machine may be late three times.
const MAX_CASE_MS = 40_000;
const MAX_OPERATION_MS = 60_000;
// More failures would mostly show the same defect, and each takes time to shrink.
const MAX_FAILURES = 2;
const MAX_EXAMPLE_LENGTH = 2_000;

// These operations end what the others need, so they come last.
const ENDING = /^(cancel|complete|remove|revoke|withdraw|reset)/i;

/**
 * Checks a property of each operation, until two operations have failed. Returns for each failure
 * the operation, the error and the smallest case.
 */
export async function checkAll<T extends { id: string }, U>(
  operations: readonly T[],
  { concurrency, seed }: { concurrency: number; seed: number },
  toProperty: (operation: T) => fc.IAsyncProperty<U>,
): Promise<string[]> {
  const failures: string[] = [];
  const rank = ({ id }: T) => Number(ENDING.test(id));
  const checkOne = async (operation: T, index: number) => {
    if (failures.length >= MAX_FAILURES) return;
    const details = await fc.check(toProperty(operation), {
      seed: seed + index,
      numRuns: CASES,
      timeout: MAX_CASE_MS,
      interruptAfterTimeLimit: MAX_OPERATION_MS,
      markInterruptAsFailure: true,
    });
    if (!details.failed) return;
    const { message = `no end within ${MAX_OPERATION_MS} ms` } = (details.errorInstance ??
      {}) as Partial<Error>;
    const example = fc.stringify(details.counterexample).slice(0, MAX_EXAMPLE_LENGTH);
    failures.push(`${operation.id}: ${message} in the case ${example}`);
  };
  await pMap(
    operations.toSorted((a, b) => rank(a) - rank(b)),
    checkOne,
    { concurrency },
  );
  return failures;
}

// Text from inside the system: stacks, SQL, files, runtime errors, drivers, addresses of services.
const INTERNAL =
  /\bat \S+ \(|node:internal|node_modules|\.ts:\d|TypeError|RangeError|SyntaxError|ReferenceError|ECONN|ETIMEDOUT|EPIPE|ERR_[A-Z]|FST_|\bSQLSTATE|syntax error at|violates \w+ constraint|relation "|invalid byte sequence|Postgres|\bredis:\/\/|127\.0\.0\.1:\d|ConnectError|\[internal\]/;

/** Throws if a string for a caller contains internal text. */
export function assertPublic(text: string): void {
  const [found] = INTERNAL.exec(text) ?? [];
  assert(found === undefined, `internal text ${JSON.stringify(found)} in ${text.slice(0, 500)}`);
}
