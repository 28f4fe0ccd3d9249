import { expect, test } from "vitest";
import { describeLag, outOf, successRate, type Undelivered } from "./endpoint-health.ts";

const lag = (events: number) => ({ events, seconds: events });

test.each([
  ["active", 0, undefined, "up to date"],
  ["active", 0, "none", "up to date"],
  ["active", 0, "some retrying", "all sent, some retrying"],
  ["failing", 0, undefined, "all sent"],
  ["failing", 0, "none", "all sent"],
  ["failing", 0, "some retrying", "all sent, some retrying"],
  ["disabled", 0, "some failed", "all sent, some failed"],
  ["failing", 1, undefined, "1 event"],
  ["paused", 1_200, undefined, "1,200 events"],
] as const)(
  "describes the lag of an endpoint that is %s with %d waiting events and %s of the sent ones as %s",
  (state, events, undelivered: Undelivered | undefined, words) => {
    expect(describeLag({ state, lag: lag(events) }, undelivered)).toBe(words);
  },
);

test.each([
  [{ attempts: 0, failures: 0 }, "–", "no attempts"],
  [{ attempts: 1, failures: 0 }, "100%", "0 of 1 attempt failed"],
  [{ attempts: 3, failures: 1 }, "66.6%", "1 of 3 attempts failed"],
  [{ attempts: 9_999, failures: 1 }, "99.9%", "1 of 9,999 attempts failed"],
  [{ attempts: 10_000, failures: 10_000 }, "0%", "10,000 of the newest 10,000 attempts failed"],
])("describes %j as %s, never better than it was", (lastDay, rate, note) => {
  expect(successRate(lastDay)).toBe(rate);
  expect(outOf(lastDay)).toBe(note);
});
