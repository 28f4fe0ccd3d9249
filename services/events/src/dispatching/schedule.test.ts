import { expect, test } from "vitest";
import type { Outcome } from "../sending/send.ts";
import { MOST_TRIES, nextOf, PAUSES_S } from "./schedule.ts";

const outcome = (status: number | null, more: Partial<Outcome> = {}): Outcome => ({
  startedAt: new Date(0),
  durationMs: 1,
  status,
  error: null,
  answer: "",
  retryAfterMs: null,
  ...more,
});

test("there are ten attempts within 75 hours and 35 minutes", () => {
  expect(MOST_TRIES).toBe(10);
  const seconds = PAUSES_S.reduce((sum, pause) => sum + pause, 0);
  expect(seconds).toBe(75 * 3_600 + 35 * 60 + 5);
});

test("pauses grow by the schedule, each by a tenth more or less", () => {
  for (const [index, pause] of PAUSES_S.entries()) {
    const ms = (random: number) => nextOf(outcome(500), index + 1, random).pauseMs;
    expect([ms(0), ms(0.5), ms(1)]).toEqual([pause * 900, pause * 1_000, pause * 1_100]);
  }
  expect(nextOf(outcome(500), 10)).toEqual({ state: "failed", pauseMs: null });
});

test("what a receiver asks for counts when it is longer", () => {
  const paused = outcome(503, { retryAfterMs: 60_000 });
  expect(nextOf(paused, 1, 0.5)).toEqual({ state: "retrying", pauseMs: 60_000 });
  expect(nextOf(paused, 2, 0.5)).toEqual({ state: "retrying", pauseMs: 300_000 });
});

test("2xx in time is a success, whatever came before", () => {
  expect(nextOf(outcome(204), 10)).toEqual({ state: "delivered", pauseMs: null });
  const cut = outcome(200, { error: "too_large" });
  expect(nextOf(cut, 10)).toEqual({ state: "failed", pauseMs: null });
  expect(nextOf(outcome(null, { error: "refused" }), 1).state).toBe("retrying");
});
