import type { Health } from "../db/endpoints.ts";
import { isSuccess, type Outcome } from "../sending/send.ts";
import { isGone } from "./schedule.ts";

interface Found {
  outcomes: readonly Outcome[];
  /** True if all attempts to send an event have failed. */
  isExhausted: boolean;
}

export type HealthBefore = Health & { enabledAt: Date };

// An endpoint can be disabled after this time without a success. The attempts of one event usually end later.
const MAX_FAILING_MS = 72 * 3_600_000;

/**
 * Returns the health after a batch. The status 410 disables the endpoint. A given-up event also disables an
 * endpoint that neither succeeded nor was enabled in the last three days. A mail about given-up events is due
 * at most once a day (UTC). Pure.
 */
export function healthAfter(before: HealthBefore, found: Found, now: Date) {
  const ends = found.outcomes
    .map((outcome) => ({ at: toEnd(outcome), succeeded: isSuccess(outcome) }))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const lastSuccess = ends.findLast(({ succeeded }) => succeeded);
  const lastFailure = ends.findLast(({ succeeded }) => !succeeded);
  const firstFailure = ends[ends.findLastIndex(({ succeeded }) => succeeded) + 1]?.at ?? null;
  const lastSuccessAt = lastSuccess?.at ?? before.lastSuccessAt;
  const disabledReason =
    before.disabledReason ?? findReason(before.enabledAt, lastSuccessAt, found, now);
  const isMailDue =
    found.isExhausted &&
    (before.failingMailedAt === null || toDay(before.failingMailedAt) !== toDay(now));
  const health: Health = {
    lastSuccessAt,
    lastFailureAt: lastFailure?.at ?? before.lastFailureAt,
    failingSince: lastSuccess ? firstFailure : (before.failingSince ?? firstFailure),
    disabledReason,
    failingMailedAt: isMailDue ? now : before.failingMailedAt,
  };
  const isDisabled = before.disabledReason === null && disabledReason !== null;
  return { ...health, isDisabled, isMailDue };
}

function findReason(
  enabledAt: Date,
  lastSuccessAt: Date | null,
  { outcomes, isExhausted }: Found,
  now: Date,
): "gone" | "failing" | null {
  if (outcomes.some(isGone)) return "gone";
  const lastWellMs = Math.max(enabledAt.getTime(), lastSuccessAt?.getTime() ?? 0);
  return isExhausted && now.getTime() - lastWellMs >= MAX_FAILING_MS ? "failing" : null;
}

const toEnd = ({ startedAt, durationMs }: Outcome): Date =>
  new Date(startedAt.getTime() + durationMs);

const toDay = (moment: Date): string => moment.toISOString().slice(0, 10);
