import { expect, test } from "vitest";
import { findEnd, getPool, isSettled, isUnchanging, isUpcoming } from "./lifecycle.ts";

const [startTime, endTime] = ["2030-05-01T18:00:00.000Z", "2030-05-01T20:00:00.000Z"];
const [before, after] = ["2030-05-01T19:00:00.000Z", "2030-05-01T20:00:03.000Z"];

test.each([
  ["published", before, undefined],
  ["settling", after, { at: endTime, early: false }],
  ["completed", after, { at: endTime, early: false }],
  ["completed", before, { at: before, early: true }],
  ["cancelled", before, { at: before, early: true }],
] as const)(
  "finds the end of a tournament that is %s and changed at %s: %j",
  (status, updatedAt, end) => {
    expect(findEnd({ status, startTime, endTime, updatedAt })).toEqual(end);
  },
);

test("treats a published tournament as upcoming until it starts", () => {
  const now = Date.parse(before);
  expect(isUpcoming({ status: "published", startTime: endTime }, now)).toBe(true);
  expect(isUpcoming({ status: "published", startTime }, now)).toBe(false);
  expect(isUpcoming({ status: "pending", startTime: endTime }, now)).toBe(false);
});

test.for([
  [undefined, false],
  [null, false],
  [{ state: "scheduled" }, false],
  [{ state: "planning" }, false],
  [{ state: "paying" }, false],
  [{ state: "dead" }, false],
  [{ state: "done" }, true],
] as const)("reads the settlement %j again until it is done", ([settlement, settled]) => {
  expect(isSettled(settlement)).toBe(settled);
});

test.for([
  ["published", 0, false],
  ["settling", 0, false],
  ["completed", 0, true],
  ["cancelled", 50, false],
  ["cancelled", 0, true],
] as const)(
  "tells whether a %s tournament with a pool of %d is unchanging: %s",
  ([status, prizePool, over]) => {
    expect(isUnchanging({ status, prizePool })).toBe(over);
  },
);

test.for([
  ["completed", 0, undefined, undefined],
  ["completed", 0, { state: "scheduled", pool: null }, undefined],
  ["completed", 0, { state: "done", pool: 50 }, { amount: 50, note: "paid out" }],
  ["cancelled", 0, { state: "done", pool: 50 }, { amount: 50, note: "refunded" }],
  ["cancelled", 0, null, { amount: 0 }],
  ["cancelled", 0, { state: "done", pool: 0 }, { amount: 0 }],
  ["settling", 20, { state: "paying", pool: 50 }, { amount: 50 }],
  ["settling", 20, { state: "scheduled", pool: null }, { amount: 20 }],
  // The settlement was read before the last payout, and the tournament after it.
  ["completed", 0, { state: "paying", pool: 50 }, { amount: 50 }],
  ["published", 20, undefined, { amount: 20 }],
] as const)(
  "shows the pool of a %s tournament with %d left and the settlement %j: %j",
  ([status, prizePool, settlement, pool]) => {
    expect(getPool({ status, prizePool }, settlement)).toEqual(pool);
  },
);
