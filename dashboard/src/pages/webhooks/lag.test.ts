import { expect, test } from "vitest";
import { lagOf, type Undelivered } from "./lag.ts";

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
  "an endpoint that is %s with %d events waiting and of those sent %s is %s",
  (state, events, undelivered: Undelivered | undefined, words) => {
    expect(lagOf({ state, lag: lag(events) }, undelivered)).toBe(words);
  },
);
