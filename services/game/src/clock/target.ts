import { DomainError } from "@tms/kit/errors/domain-error";
import type { LockedClock } from "../db/clocks.ts";
import { clockBackwards } from "../errors.ts";

/** The target of a clock: a time, or a duration from now. */
export type Target = { to: Date } | { byMs: number };

/** The course of a clock from its current time. */
export interface Course {
  fromAt: Date;
  toAt: Date;
  /** The lead over real time that the clock will have, in milliseconds. */
  targetMs: bigint;
}

const MAX_YEARS = 2;

/**
 * Returns the course of a clock to a target, or undefined if the clock already has this target or a later
 * one. An advance in progress keeps its start. Returns a refusal if the target time has passed or is too far
 * ahead. Pure.
 */
export function courseOf(clock: LockedClock, target: Target): Course | DomainError | undefined {
  const { realNow, aheadMs, targetMs: known } = clock;
  const now = new Date(Number(realNow) + Number(aheadMs));
  const toAt = "to" in target ? target.to : new Date(Number(now) + target.byMs);
  if (toAt <= now) return clockBackwards(now);
  if (toAt > inYears(realNow, MAX_YEARS)) return new DomainError("CLOCK_TOO_FAR");
  const targetMs = BigInt(Number(toAt) - Number(realNow));
  if (targetMs <= known) return undefined;
  return { fromAt: clock.fromAt ?? now, toAt, targetMs };
}

function inYears(moment: Date, years: number): Date {
  const later = new Date(moment);
  later.setUTCFullYear(moment.getUTCFullYear() + years);
  return later;
}
