import { expect, test } from "vitest";
import { endOf, isUpcoming } from "./ending.ts";

const [startTime, endTime] = ["2030-05-01T18:00:00.000Z", "2030-05-01T20:00:00.000Z"];
const [before, after] = ["2030-05-01T19:00:00.000Z", "2030-05-01T20:00:03.000Z"];

test.each([
  ["published", before, undefined],
  ["settling", after, { at: endTime, early: false }],
  ["completed", after, { at: endTime, early: false }],
  ["completed", before, { at: before, early: true }],
  ["cancelled", before, { at: before, early: true }],
] as const)("one that is %s and was changed at %s ended at %j", (status, updatedAt, end) => {
  expect(endOf({ status, startTime, endTime, updatedAt })).toEqual(end);
});

test("only a published tournament is upcoming, and only until it starts", () => {
  const now = Date.parse(before);
  expect(isUpcoming({ status: "published", startTime: endTime }, now)).toBe(true);
  expect(isUpcoming({ status: "published", startTime }, now)).toBe(false);
  expect(isUpcoming({ status: "pending", startTime: endTime }, now)).toBe(false);
});
