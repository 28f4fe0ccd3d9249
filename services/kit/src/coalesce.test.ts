import { describe, expect, test } from "vitest";
import { coalesce } from "./coalesce.ts";

const LIMITS = { maxBatch: 3, inFlight: 1, maxWaiting: 5 };

/** A batch function whose batches end when the test says so. */
function heldBatches() {
  const batches: { items: readonly number[]; end: () => void; fail: (error: Error) => void }[] = [];
  const run = (items: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      batches.push({ items, end: () => resolve(items.map((item) => item * 10)), fail: reject });
    });
  return { batches, run };
}

describe("coalesced calls", () => {
  test("leave at once when nothing is under way", () => {
    const { batches, run } = heldBatches();
    void coalesce(run, LIMITS)(1);
    expect(batches.map((batch) => batch.items)).toEqual([[1]]);
  });

  test("that arrive during a batch travel together in the next, in order, within its bound", async () => {
    const { batches, run } = heldBatches();
    const call = coalesce(run, LIMITS);
    const answers = [1, 2, 3, 4, 5].map(call);
    batches[0]?.end();
    await answers[0];
    expect(batches.map((batch) => batch.items)).toEqual([[1], [2, 3, 4]]);
    batches[1]?.end();
    await answers[3];
    batches[2]?.end();
    expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50]);
    expect(batches).toHaveLength(3);
  });

  test("use as many batches at once as allowed", async () => {
    const { batches, run } = heldBatches();
    const call = coalesce(run, { ...LIMITS, inFlight: 2 });
    const answers = [1, 2, 3, 4].map(call);
    expect(batches.map((batch) => batch.items)).toEqual([[1], [2]]);
    batches[1]?.end();
    expect(await answers[1]).toBe(20);
    expect(batches.map((batch) => batch.items)).toEqual([[1], [2], [3, 4]]);
    batches.forEach((batch) => batch.end());
    expect(await Promise.all(answers)).toEqual([10, 20, 30, 40]);
  });

  test("all fail with their batch, and the next batch is none the worse", async () => {
    const { batches, run } = heldBatches();
    const call = coalesce(run, LIMITS);
    const [first, ...others] = [1, 2, 3, 4, 5].map(call);
    batches[0]?.end();
    await first;
    batches[1]?.fail(new Error("broken"));
    const outcomes = await Promise.allSettled(others.slice(0, 3));
    expect(outcomes.map((outcome) => outcome.status)).toEqual(["rejected", "rejected", "rejected"]);
    batches[2]?.end();
    expect(await others[3]).toBe(50);
  });

  test("beyond the bound are refused as overload, those waiting are served", async () => {
    const { batches, run } = heldBatches();
    const call = coalesce(run, LIMITS);
    const answers = [1, 2, 3, 4, 5, 6].map(call);
    await expect(call(7)).rejects.toMatchObject({ reason: "OVERLOADED" });
    batches[0]?.end();
    await answers[0];
    batches[1]?.end();
    await answers[1];
    batches[2]?.end();
    expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50, 60]);
  });

  test("without an outcome are rejected rather than left waiting", async () => {
    const call = coalesce(async () => [], LIMITS);
    await expect(call(1)).rejects.toThrow("too few outcomes");
  });
});
