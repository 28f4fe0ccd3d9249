import { expect, test } from "vitest";
import type { Outcome } from "../sending/send.ts";
import { countFailures, isDown, backoffAfter } from "./backoff.ts";

const outcome = (status: number | null, error: Outcome["error"] = null): Outcome => ({
  startedAt: new Date(0),
  durationMs: 1,
  status,
  error,
  answer: "",
  retryAfterMs: null,
});
const OK = outcome(204);
const REFUSED = outcome(500);
const UNANSWERED = outcome(null, "timeout");
const times = (count: number, one: Outcome): Outcome[] => Array.from({ length: count }, () => one);

test.for([
  ["counts failed attempts in a row", 1, times(2, REFUSED), 3],
  ["counts a batch up to the first backoff", 3, times(8, REFUSED), 5],
  ["backs off after one attempt without an answer", 0, [REFUSED, UNANSWERED], 5],
  ["counts attempts between backoffs one by one", 7, times(3, UNANSWERED), 8],
  ["starts again after a success", 9, [REFUSED, OK, REFUSED], 0],
  ["changes nothing without an attempt", 6, [], 6],
] as const)("%s", ([, before, outcomes, after]) => {
  expect(countFailures(before, outcomes)).toBe(after);
});

test("begins no further attempt when all of five failed", () => {
  expect(isDown(times(4, REFUSED))).toBe(false);
  expect(isDown(times(5, REFUSED))).toBe(true);
  expect(isDown([...times(9, REFUSED), OK])).toBe(false);
});

test("doubles the backoff from five seconds to five minutes, a tenth more or less", () => {
  const seconds = [4, 5, 6, 7, 10, 11, 12, 2_000].map((count) => backoffAfter(count, 0.5) / 1_000);
  expect(seconds).toEqual([0, 5, 10, 20, 160, 300, 300, 300]);
  expect([backoffAfter(5, 0), backoffAfter(5, 1)]).toEqual([4_500, 5_500]);
});
