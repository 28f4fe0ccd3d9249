import type { Health } from "../db/endpoints.ts";
import { isSuccess, type Outcome } from "../sending/send.ts";
import { isGone } from "./schedule.ts";

/** How an endpoint did before, and since when it is enabled. */
export interface HealthBefore extends Health {
  enabledAt: Date;
}

/** What a turn found out. */
export interface Found {
  outcomes: readonly Outcome[];
  /** Whether an event was given up. */
  isExhausted: boolean;
}

/** How an endpoint does after a turn, and who must be told. */
export interface HealthAfter extends Health {
  /** Disabled by this turn. */
  isDisabled: boolean;
  /** Its people get a mail that events cannot be delivered: at most one a day. */
  isToBeMailed: boolean;
}

// An event that is given up has failed for three days by itself; one that others overtook has not.
const LONGEST_FAILING_MS = 72 * 3_600_000;

/**
 * Decides how an endpoint does. One that says that it is gone is disabled, and so is one whose event
 * was given up while nothing succeeded for three days. Pure.
 */
export function healthAfter(before: HealthBefore, found: Found, now: Date): HealthAfter {
  const ends = found.outcomes
    .map((outcome) => ({ at: endOf(outcome), succeeded: isSuccess(outcome) }))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const lastSuccessAt = ends.findLast(({ succeeded }) => succeeded)?.at ?? before.lastSuccessAt;
  const lastFailureAt = ends.findLast(({ succeeded }) => !succeeded)?.at ?? before.lastFailureAt;
  const firstOfRow = ends[ends.findLastIndex(({ succeeded }) => succeeded) + 1];
  const succeededNow = ends.some(({ succeeded }) => succeeded);
  const failingSince = succeededNow
    ? (firstOfRow?.at ?? null)
    : (before.failingSince ?? firstOfRow?.at ?? null);
  const disabledReason =
    before.disabledReason ?? reasonToDisable(before.enabledAt, lastSuccessAt, found, now);
  const isToBeMailed =
    found.isExhausted &&
    (before.failingMailedAt === null || dayOf(before.failingMailedAt) !== dayOf(now));
  return {
    lastSuccessAt,
    lastFailureAt,
    failingSince,
    disabledReason,
    failingMailedAt: isToBeMailed ? now : before.failingMailedAt,
    isDisabled: before.disabledReason === null && disabledReason !== null,
    isToBeMailed,
  };
}

function reasonToDisable(
  enabledAt: Date,
  lastSuccessAt: Date | null,
  { outcomes, isExhausted }: Found,
  now: Date,
): "gone" | "failing" | null {
  if (outcomes.some(isGone)) return "gone";
  const wellAt = Math.max(enabledAt.getTime(), lastSuccessAt?.getTime() ?? 0);
  return isExhausted && now.getTime() - wellAt >= LONGEST_FAILING_MS ? "failing" : null;
}

const endOf = ({ startedAt, durationMs }: Outcome): Date =>
  new Date(startedAt.getTime() + durationMs);

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
