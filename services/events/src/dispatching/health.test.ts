import { describe, expect, test } from "vitest";
import type { Outcome } from "../sending/send.ts";
import { healthAfter, type HealthBefore } from "./health.ts";

const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(Date.UTC(2030, 0, 1) + hours * HOUR_MS);

const before = (more: Partial<HealthBefore> = {}): HealthBefore => ({
  enabledAt: at(0),
  failingSince: null,
  lastSuccessAt: null,
  lastFailureAt: null,
  failingMailedAt: null,
  disabledReason: null,
  ...more,
});
const outcome = (status: number, hours: number): Outcome => ({
  startedAt: at(hours),
  durationMs: 0,
  status,
  error: null,
  answer: "",
  retryAfterMs: null,
});
const after = (
  known: HealthBefore,
  outcomes: Outcome[],
  { isExhausted = false, hours = 100 } = {},
) => healthAfter(known, { outcomes, isExhausted }, at(hours));

describe("an endpoint's health", () => {
  test("is failing since the first failure after its last success", () => {
    const one = after(before(), [outcome(500, 2), outcome(500, 1)]);
    expect(one).toMatchObject({ failingSince: at(1), lastFailureAt: at(2), lastSuccessAt: null });
    const more = after(before({ failingSince: at(1) }), [outcome(500, 3)]);
    expect(more.failingSince).toEqual(at(1));
    const mixed = after(before({ failingSince: at(1) }), [
      outcome(500, 3),
      outcome(204, 4),
      outcome(500, 5),
    ]);
    expect(mixed).toMatchObject({ failingSince: at(5), lastSuccessAt: at(4) });
    expect(after(before({ failingSince: at(1) }), [outcome(204, 6)]).failingSince).toBeNull();
  });

  test("ends with 410", () => {
    const gone = after(before(), [outcome(204, 1), outcome(410, 2)]);
    expect(gone).toMatchObject({ disabledReason: "gone", isDisabled: true });
    const paused = after(before({ disabledReason: "by_user" }), [outcome(410, 2)]);
    expect(paused).toMatchObject({ disabledReason: "by_user", isDisabled: false });
  });

  test.each([
    ["an exhausted event after 72 hours without success", before(), 72, true],
    ["one a moment earlier", before(), 71.99, false],
    ["one after a success within them", before({ lastSuccessAt: at(10) }), 81, false],
    ["one after it was enabled within them", before({ enabledAt: at(10) }), 81, false],
  ] as const)("at %s", (_, known, hours, isDisabled) => {
    const found = after(known, [outcome(500, hours)], { isExhausted: true, hours });
    expect([found.isDisabled, found.disabledReason]).toEqual([
      isDisabled,
      isDisabled ? "failing" : null,
    ]);
    expect(after(known, [outcome(500, hours)], { hours }).isDisabled).toBe(false);
  });

  test("is mailed at the first exhausted event of a day", () => {
    const exhausted = { isExhausted: true, hours: 30 };
    const first = after(before({ lastSuccessAt: at(29) }), [outcome(500, 30)], exhausted);
    expect(first).toMatchObject({ isMailDue: true, failingMailedAt: at(30) });
    const known = before({ lastSuccessAt: at(29), failingMailedAt: at(25) });
    expect(after(known, [outcome(500, 30)], exhausted).isMailDue).toBe(false);
    expect(after(known, [outcome(500, 49)], { isExhausted: true, hours: 49 }).isMailDue).toBe(true);
  });
});
