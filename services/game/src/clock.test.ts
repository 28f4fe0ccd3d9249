import { DomainError } from "@tms/kit/errors/domain-error";
import { describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import type { LockedClock } from "./db/clocks.ts";
import { courseOf, type Target } from "./clock.ts";

const REAL_NOW = new Date("2030-02-28T12:00:00.250Z");
const HOUR_MS = 3_600_000;

const clockAhead = (aheadMs: number, targetMs = aheadMs): LockedClock => ({
  gameId: newId(),
  aheadMs: BigInt(aheadMs),
  targetMs: BigInt(targetMs),
  state: targetMs > aheadMs ? "telling" : "ready",
  fromAt: targetMs > aheadMs ? new Date(Number(REAL_NOW) + aheadMs) : null,
  toAt: targetMs > aheadMs ? new Date(Number(REAL_NOW) + targetMs) : null,
  actor: "",
  restRequestId: "",
  realNow: REAL_NOW,
});
const at = (ms: number) => new Date(Number(REAL_NOW) + ms);
const reasonOf = (clock: LockedClock, target: Target) => {
  const course = courseOf(clock, target);
  return course instanceof DomainError ? course.reason : course;
};

describe("where a clock goes", () => {
  test("is a moment by the clock, or so much after its now", () => {
    const course = { fromAt: at(HOUR_MS), toAt: at(3 * HOUR_MS), targetMs: BigInt(3 * HOUR_MS) };
    expect(courseOf(clockAhead(HOUR_MS), { to: at(3 * HOUR_MS) })).toEqual(course);
    expect(courseOf(clockAhead(HOUR_MS), { byMs: 2 * HOUR_MS })).toEqual(course);
  });

  test("is never what the clock has passed, not even by a millisecond", () => {
    expect(reasonOf(clockAhead(HOUR_MS), { to: at(HOUR_MS) })).toBe("CLOCK_BACKWARDS");
    expect(reasonOf(clockAhead(HOUR_MS), { to: at(HOUR_MS - 1) })).toBe("CLOCK_BACKWARDS");
    expect(reasonOf(clockAhead(HOUR_MS), { to: at(HOUR_MS + 1) })).toMatchObject({
      targetMs: BigInt(HOUR_MS + 1),
    });
  });

  test("is at most two years after real time, however far ahead the clock is", () => {
    const last = new Date("2032-02-28T12:00:00.250Z");
    for (const clock of [clockAhead(0), clockAhead(HOUR_MS)]) {
      expect(reasonOf(clock, { to: last })).toMatchObject({ toAt: last });
      expect(reasonOf(clock, { to: new Date(Number(last) + 1) })).toBe("CLOCK_TOO_FAR");
    }
  });

  test("is the later of two moments, and begins where the first advance began", () => {
    const advancing = clockAhead(0, 2 * HOUR_MS);
    expect(courseOf(advancing, { to: at(HOUR_MS) })).toBeUndefined();
    expect(courseOf(advancing, { to: at(2 * HOUR_MS) })).toBeUndefined();
    expect(courseOf(advancing, { to: at(3 * HOUR_MS) })).toEqual({
      fromAt: at(0),
      toAt: at(3 * HOUR_MS),
      targetMs: BigInt(3 * HOUR_MS),
    });
  });
});
