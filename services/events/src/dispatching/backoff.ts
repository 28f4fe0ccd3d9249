import { isSuccess, type Outcome } from "../sending/send.ts";

/** After so many failed attempts in a row an endpoint backs off. */
export const MAX_FAILURES = 5;

const FIRST_MS = 5_000;
const MAX_MS = 300_000;
// Endpoints that failed together are not tried again together.
const JITTER = 0.1;

/** Reports whether an endpoint gets a single attempt after each backoff. */
export const isBackingOff = (failures: number): boolean => failures >= MAX_FAILURES;

/** Reports whether no further attempt may begin: many failed, or one got no answer, and none succeeded. */
export const isDown = (outcomes: readonly Outcome[]): boolean =>
  isBackingOff(countFailures(0, outcomes));

/**
 * Counts the failed attempts in a row after a batch of attempts. A missing answer is costly to wait for,
 * so one is enough to back off. Each batch after that counts once. Pure.
 */
export function countFailures(before: number, outcomes: readonly Outcome[]): number {
  if (outcomes.length === 0) return before;
  if (outcomes.some(isSuccess)) return 0;
  if (isBackingOff(before)) return before + 1;
  const isUnanswered = outcomes.some(({ error }) => error === "timeout");
  return isUnanswered ? MAX_FAILURES : Math.min(before + outcomes.length, MAX_FAILURES);
}

/** Returns how long the endpoint gets nothing, in milliseconds. `random` is from 0 to 1. Pure. */
export function backoffAfter(failures: number, random = Math.random()): number {
  if (!isBackingOff(failures)) return 0;
  const backoffMs = Math.min(FIRST_MS * 2 ** (failures - MAX_FAILURES), MAX_MS);
  return Math.round(backoffMs * (1 + JITTER * (2 * random - 1)));
}
