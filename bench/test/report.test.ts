import { expect, test } from "vitest";
import { compare, OTHER_ANSWERS, summarize, type Sample } from "../src/report.ts";

const sample = (point: string, series: string, round: number, value: number): Sample => ({
  point,
  series,
  round,
  values: { "a/s": value },
});

test("takes the median of the rounds of each point and series", () => {
  const samples = [sample("1", "ours", 0, 5), sample("1", "ours", 1, 1), sample("1", "ours", 2, 3)];
  expect(summarize(samples)).toEqual([
    { point: "1", series: "ours", rounds: 3, values: { "a/s": 3 } },
  ]);
});

test("reports the worst round of failed requests", () => {
  const samples = [0, 7, 0].map((count, round): Sample => ({
    point: "1",
    series: "ours",
    round,
    values: { [OTHER_ANSWERS]: count },
  }));
  expect(summarize(samples)[0]?.values).toEqual({ [OTHER_ANSWERS]: 7 });
});

test("compares only samples of the same round", () => {
  const samples = [
    sample("1", "ours", 0, 10),
    sample("1", "theirs", 0, 5),
    sample("1", "ours", 1, 100),
    sample("1", "theirs", 1, 25),
    sample("1", "ours", 2, 7),
  ];
  expect(compare(samples, "a/s", ["ours", "theirs"])).toEqual([
    { point: "1", series: "ours", base: "theirs", median: 3, min: 2, max: 4 },
  ]);
});

test("compares point by point, and all points with a base that has only one", () => {
  const samples = [
    sample("1", "ours", 0, 2),
    sample("8", "ours", 0, 6),
    sample("1", "theirs", 0, 1),
    sample("8", "theirs", 0, 2),
    sample("1", "single", 0, 12),
  ];
  const ratios = (base: string) =>
    compare(samples, "a/s", ["ours", base]).map(({ point, median }) => [point, median]);
  expect(ratios("theirs")).toEqual([
    ["1", 2],
    ["8", 3],
  ]);
  expect(ratios("single")).toEqual([
    ["1", 2 / 12],
    ["8", 6 / 12],
  ]);
});
