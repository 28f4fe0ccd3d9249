import { expect, test } from "vitest";
import { createSample } from "./sample.ts";

const LIMITS = { successes: 10, failures: 5 };

function sampleOf(count: number, isSuccess: boolean) {
  const sample = createSample<{ n: number }>(LIMITS);
  for (let n = 0; n < count; n++) sample.offer("g", isSuccess, () => ({ n }));
  return sample.take();
}

test("up to the limit all are kept, and none is left out", () => {
  expect(sampleOf(10, true).kept.map(({ n }) => n)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(sampleOf(10, true).leftOut).toEqual(new Map());
  expect(sampleOf(5, false).kept).toHaveLength(5);
});

test.each([true, false])("what is kept and what is left out is all there was (%s)", (isSuccess) => {
  const { kept, leftOut } = sampleOf(1_000, isSuccess);
  expect(kept).toHaveLength(isSuccess ? 10 : 5);
  expect(kept.length + (leftOut.get("g") ?? 0)).toBe(1_000);
});

test.each([true, false])("a busy game leaves others their share (%s)", (isSuccess) => {
  const sample = createSample<string>(LIMITS);
  const offer = (gameId: string) => sample.offer(gameId, isSuccess, () => gameId);
  for (let n = 0; n < 1_000; n++) offer("busy");
  offer("quiet");
  for (let n = 0; n < 1_000; n++) offer("busy");
  const { kept, leftOut } = sample.take();
  expect(kept).toHaveLength(isSuccess ? 10 : 5);
  expect(kept).toContain("quiet");
  expect(leftOut.get("quiet")).toBeUndefined();
  expect(kept.length + (leftOut.get("busy") ?? 0)).toBe(2_001);
});
