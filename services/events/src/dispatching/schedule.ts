import { isSuccess, type Outcome } from "../sending/send.ts";

/** The pauses in seconds between the ten attempts of Standard Webhooks. The sum is about 75.6 hours. */
export const PAUSES_S = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

export const MAX_TRIES = PAUSES_S.length + 1;

/** The number of failed attempts in a row after which an endpoint backs off. */
export const MAX_FAILURES = 5;

const FIRST_BACKOFF_MS = 5_000;
const MAX_BACKOFF_MS = 300_000;
// The fraction by which pauses vary, so that attempts that failed together are repeated separately.
const JITTER = 0.1;

const addJitter = (ms: number, random: number): number => ms * (1 + JITTER * (2 * random - 1));

interface Next {
  state: "delivered" | "retrying" | "failed";
  pauseMs: number | null;
}

/** Returns the next state after the `tries`th attempt. `random` is from 0 to 1. */
export function decideNext(outcome: Outcome, tries: number, random = Math.random()): Next {
  if (isSuccess(outcome)) return { state: "delivered", pauseMs: null };
  const pauseS = PAUSES_S[tries - 1];
  if (pauseS === undefined) return { state: "failed", pauseMs: null };
  const ownMs = addJitter(pauseS * 1_000, random);
  return { state: "retrying", pauseMs: Math.round(Math.max(ownMs, outcome.retryAfterMs ?? 0)) };
}

const OVERLOAD_STATUSES = new Set([429, 502, 504]);

/** Returns whether the receiver timed out or reported overload. It then gets one request at a time. */
export const isOverwhelmed = ({ status, error }: Outcome): boolean =>
  error === "timeout" || (status !== null && OVERLOAD_STATUSES.has(status));

export const isGone = ({ status }: Outcome): boolean => status === 410;

/** Returns whether an endpoint backs off. It then gets a single attempt after each pause. */
export const isBackingOff = (failures: number): boolean => failures >= MAX_FAILURES;

/** Returns true if no attempt of a batch has succeeded, and five have failed or one has timed out. */
export const isDown = (outcomes: readonly Outcome[]): boolean =>
  isBackingOff(countFailures(0, outcomes));

/**
 * Returns the number of failures in a row. A success resets the number to 0. A single timeout starts the
 * backoff, because waiting for answers is costly. During the backoff, each batch counts as one failure. Pure.
 */
export function countFailures(before: number, outcomes: readonly Outcome[]): number {
  if (outcomes.length === 0) return before;
  if (outcomes.some(isSuccess)) return 0;
  if (isBackingOff(before)) return before + 1;
  const isUnanswered = outcomes.some(({ error }) => error === "timeout");
  return isUnanswered ? MAX_FAILURES : Math.min(before + outcomes.length, MAX_FAILURES);
}

/** Returns the pause in milliseconds, or 0 without a backoff. `random` is from 0 to 1. */
export function backoffAfter(failures: number, random = Math.random()): number {
  if (!isBackingOff(failures)) return 0;
  const ms = Math.min(FIRST_BACKOFF_MS * 2 ** (failures - MAX_FAILURES), MAX_BACKOFF_MS);
  return Math.round(addJitter(ms, random));
}
