import { isSuccess, type Outcome } from "../sending/send.ts";

/**
 * The pauses after each failed attempt, in seconds. The schedule is from Standard Webhooks: ten attempts
 * within 75 hours and 35 minutes.
 */
export const PAUSES_S = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** The number of attempts after which an event is given up. */
export const MAX_TRIES = PAUSES_S.length + 1;

/** The number of failed attempts in a row after which an endpoint backs off. */
export const MAX_FAILURES = 5;

const FIRST_BACKOFF_MS = 5_000;
const MAX_BACKOFF_MS = 300_000;
// The maximum deviation of a pause, as a fraction. Attempts that failed together are therefore not repeated
// together.
const JITTER = 0.1;

const addJitter = (ms: number, random: number): number => ms * (1 + JITTER * (2 * random - 1));

/** The state of a delivery after an attempt. */
export interface Next {
  state: "delivered" | "retrying" | "failed";
  /** The time until the next attempt; null if there is none. */
  pauseMs: number | null;
}

/** Decides the state after the `tries`th attempt in a row. `random` is from 0 to 1. Pure. */
export function decideNext(outcome: Outcome, tries: number, random = Math.random()): Next {
  if (isSuccess(outcome)) return { state: "delivered", pauseMs: null };
  const pauseS = PAUSES_S[tries - 1];
  if (pauseS === undefined) return { state: "failed", pauseMs: null };
  const ownMs = addJitter(pauseS * 1_000, random);
  return { state: "retrying", pauseMs: Math.round(Math.max(ownMs, outcome.retryAfterMs ?? 0)) };
}

const OVERLOAD_STATUSES = new Set([429, 502, 504]);

/**
 * Reports whether a receiver is overloaded or does not answer in time. Such an endpoint gets one request at a
 * time, because unanswered requests take slots that other endpoints wait for.
 */
export const isOverwhelmed = ({ status, error }: Outcome): boolean =>
  error === "timeout" || (status !== null && OVERLOAD_STATUSES.has(status));

export const isGone = ({ status }: Outcome): boolean => status === 410;

/** Reports whether an endpoint gets a single attempt after each backoff. */
export const isBackingOff = (failures: number): boolean => failures >= MAX_FAILURES;

/**
 * Reports whether a batch may begin no further attempt. This is the case if no attempt of the batch has
 * succeeded, and {@link MAX_FAILURES} attempts failed or one attempt got no answer.
 */
export const isDown = (outcomes: readonly Outcome[]): boolean =>
  isBackingOff(countFailures(0, outcomes));

/**
 * Returns the number of failed attempts in a row after a batch. A single attempt without an answer starts the
 * backoff, because it is costly to wait for answers. During the backoff, each batch counts as one failure. A
 * success resets the number to 0. Pure.
 */
export function countFailures(before: number, outcomes: readonly Outcome[]): number {
  if (outcomes.length === 0) return before;
  if (outcomes.some(isSuccess)) return 0;
  if (isBackingOff(before)) return before + 1;
  const isUnanswered = outcomes.some(({ error }) => error === "timeout");
  return isUnanswered ? MAX_FAILURES : Math.min(before + outcomes.length, MAX_FAILURES);
}

/** Returns the backoff after so many failures, in milliseconds. `random` is from 0 to 1. Pure. */
export function backoffAfter(failures: number, random = Math.random()): number {
  if (!isBackingOff(failures)) return 0;
  const ms = Math.min(FIRST_BACKOFF_MS * 2 ** (failures - MAX_FAILURES), MAX_BACKOFF_MS);
  return Math.round(addJitter(ms, random));
}
