import { expect, test } from "vitest";
import type { Entry } from "../../../../api/types.ts";
import { timelineOf } from "./timeline.ts";

const at = (second: number) => new Date(1_900_000_000_000 + second * 1_000).toISOString();

const entry = (joined: number, eliminated?: number) =>
  ({
    joinedAt: at(joined),
    eliminatedAt: eliminated === undefined ? null : at(eliminated),
  }) as Entry;

test("it begins with nobody and ends with all who joined and went out", () => {
  const points = timelineOf([entry(0, 50), entry(10), entry(90)], 2.5, Date.parse(at(100)));
  expect(points[0]).toMatchObject({ entries: 0, eliminated: 0, prizePool: 0 });
  expect(points.at(-1)).toMatchObject({ entries: 3, eliminated: 1, prizePool: 7.5 });
});

test("it never goes back, and has few points however many entries there are", () => {
  const entries = Array.from({ length: 5_000 }, (_, index) => entry(index, index + 40));
  const points = timelineOf(entries, 1, 0);
  expect(points.length).toBeLessThanOrEqual(202);
  const counts = points.map((point) => point.entries);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(counts.at(-1)).toBe(5_000);
});

test("there is none without entries", () => {
  expect(timelineOf([], 1, 0)).toEqual([]);
});
