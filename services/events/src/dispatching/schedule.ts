import { isSuccess, type Outcome } from "../sending/send.ts";

/** In seconds. The schedule is from Standard Webhooks: ten attempts within 75 hours and 35 minutes. */
export const PAUSES_S = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

export const MAX_TRIES = PAUSES_S.length + 1;

/** The number of failed attempts in a row after which an endpoint backs off. */
export const MAX_FAILURES = 5;

const FIRST_BACKOFF_MS = 5_000;
const MAX_BACKOFF_MS = 300_000;
// Attempts that failed together are not repeated together.
const JITTER = 0.1;

const addJitter = (ms: number, random: number): number => ms * (1 + JITTER * (2 * random - 1));

export interface Next {
  state: "delivered" | "retrying" | "failed";
  pauseMs: number | null;
}

/** Decides after the `tries`th attempt in a row. `random` is from 0 to 1. Pure. */
export function decideNext(outcome: Outcome, tries: number, random = Math.random()): Next {
  if (isSuccess(outcome)) return { state: "delivered", pauseMs: null };
  const pauseS = PAUSES_S[tries - 1];
  if (pauseS === undefined) return { state: "failed", pauseMs: null };
  const ownMs = addJitter(pauseS * 1_000, random);
  return { state: "retrying", pauseMs: Math.round(Math.max(ownMs, outcome.retryAfterMs ?? 0)) };
}

const OVERLOAD_STATUSES = new Set([429, 502, 504]);

/** The endpoint gets one request at a time, because other endpoints wait for its unanswered requests. */
export const isOverwhelmed = ({ status, error }: Outcome): boolean =>
  error === "timeout" || (status !== null && OVERLOAD_STATUSES.has(status));

export const isGone = ({ status }: Outcome): boolean => status === 410;

/** An endpoint that backs off gets a single attempt after each pause. */
export const isBackingOff = (failures: number): boolean => failures >= MAX_FAILURES;

/** A batch stops if no attempt has succeeded, and five attempts failed or one got no answer. */
export const isDown = (outcomes: readonly Outcome[]): boolean =>
  isBackingOff(countFailures(0, outcomes));

/**
 * A single attempt without an answer starts the backoff, because it is costly to wait for answers. During the
 * backoff, each batch counts as one failure. A success resets the number to 0. Pure.
 */
export function countFailures(before: number, outcomes: readonly Outcome[]): number {
  if (outcomes.length === 0) return before;
  if (outcomes.some(isSuccess)) return 0;
  if (isBackingOff(before)) return before + 1;
  const isUnanswered = outcomes.some(({ error }) => error === "timeout");
  return isUnanswered ? MAX_FAILURES : Math.min(before + outcomes.length, MAX_FAILURES);
}

/** Returns milliseconds. `random` is from 0 to 1. Pure. */
export function backoffAfter(failures: number, random = Math.random()): number {
  if (!isBackingOff(failures)) return 0;
  const ms = Math.min(FIRST_BACKOFF_MS * 2 ** (failures - MAX_FAILURES), MAX_BACKOFF_MS);
  return Math.round(addJitter(ms, random));
}
