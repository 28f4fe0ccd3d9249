import { isSuccess, type Outcome } from "../sending/send.ts";

/**
 * How long after each failed attempt the next one comes, in seconds: ten attempts within 75 hours and
 * 35 minutes, which is the schedule of Standard Webhooks.
 */
export const PAUSES_S = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** After so many attempts an event is given up. */
export const MOST_TRIES = PAUSES_S.length + 1;

// Receivers that failed together are not asked again together.
const JITTER = 0.1;

/** What becomes of a delivery after an attempt. */
export interface Next {
  state: "delivered" | "retrying" | "failed";
  /** In how many milliseconds it is sent again; null where it is not. */
  pauseMs: number | null;
}

/** Decides what follows from an attempt, the `tries`th in a row. `random` is from 0 to 1. Pure. */
export function nextOf(outcome: Outcome, tries: number, random = Math.random()): Next {
  if (isSuccess(outcome)) return { state: "delivered", pauseMs: null };
  const pauseS = PAUSES_S[tries - 1];
  if (pauseS === undefined) return { state: "failed", pauseMs: null };
  const ownMs = pauseS * 1_000 * (1 + JITTER * (2 * random - 1));
  return { state: "retrying", pauseMs: Math.round(Math.max(ownMs, outcome.retryAfterMs ?? 0)) };
}

const OVERWHELMED = new Set([429, 502, 504]);

/**
 * Whether a receiver is to get one request at a time for a while: it says that it is overwhelmed, or
 * does not answer in time. Requests without an answer take places that others wait for.
 */
export const isOverwhelmed = ({ status, error }: Outcome): boolean =>
  error === "timeout" || (status !== null && OVERWHELMED.has(status));

/** Whether a receiver says that it is none any more. */
export const isGone = ({ status }: Outcome): boolean => status === 410;
