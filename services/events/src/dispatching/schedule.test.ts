import { expect, test } from "vitest";
import type { Outcome } from "../sending/send.ts";
import {
  backoffAfter,
  countFailures,
  decideNext,
  isDown,
  MAX_TRIES,
  PAUSES_S,
} from "./schedule.ts";

const outcome = (status: number | null, more: Partial<Outcome> = {}): Outcome => ({
  startedAt: new Date(0),
  durationMs: 1,
  status,
  error: null,
  answer: "",
  retryAfterMs: null,
  ...more,
});
const OK = outcome(204);
const REFUSED = outcome(500);
const UNANSWERED = outcome(null, { error: "timeout" });
const times = (count: number, one: Outcome): Outcome[] => Array.from({ length: count }, () => one);

test("makes ten attempts within 75 hours and 35 minutes", () => {
  expect(MAX_TRIES).toBe(10);
  const seconds = PAUSES_S.reduce((sum, pause) => sum + pause, 0);
  expect(seconds).toBe(75 * 3_600 + 35 * 60 + 5);
});

test("pauses by the schedule, a tenth more or less", () => {
  for (const [index, pause] of PAUSES_S.entries()) {
    const ms = (random: number) => decideNext(REFUSED, index + 1, random).pauseMs;
    expect([ms(0), ms(0.5), ms(1)]).toEqual([pause * 900, pause * 1_000, pause * 1_100]);
  }
  expect(decideNext(REFUSED, 10)).toEqual({ state: "failed", pauseMs: null });
});

test("waits as long as the receiver asks, if that is longer", () => {
  const paused = outcome(503, { retryAfterMs: 60_000 });
  expect(decideNext(paused, 1, 0.5)).toEqual({ state: "retrying", pauseMs: 60_000 });
  expect(decideNext(paused, 2, 0.5)).toEqual({ state: "retrying", pauseMs: 300_000 });
});

test("counts only 2xx without an error as a success", () => {
  expect(decideNext(OK, 10)).toEqual({ state: "delivered", pauseMs: null });
  const cut = outcome(200, { error: "too_large" });
  expect(decideNext(cut, 10)).toEqual({ state: "failed", pauseMs: null });
  expect(decideNext(outcome(null, { error: "refused" }), 1).state).toBe("retrying");
});

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
