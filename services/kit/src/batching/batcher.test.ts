import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, test, vi } from "vitest";
import { createBatcher, type BatchRun } from "./batcher.ts";
import { toRemoteError } from "../errors/status.ts";

type Answer = (outcome: number, index: number) => void;

const LIMITS = { maxBatch: 3, inFlight: 1, maxWaiting: 5 };

/** A batch function whose batches end when the test says so. */
function heldBatches() {
  const batches: { items: readonly number[]; end: () => void; fail: (error: Error) => void }[] = [];
  const run: BatchRun<number, number> = (items, answer) =>
    new Promise<void>((resolve, reject) => {
      const end = () => {
        items.map((item) => item * 10).forEach(answer);
        resolve();
      };
      batches.push({ items, end, fail: reject });
    });
  /** A batch, once it is under way. */
  const batch = async (index: number) =>
    await vi.waitFor(() => batches[index] ?? Promise.reject(new Error("not under way")), 30_000);
  return { batches, batch, run };
}

/** Makes calls one turn apart. */
async function inTurns<I, O>(call: (item: I) => Promise<O>, items: readonly I[]) {
  const answers: Promise<O>[] = [];
  for (const item of items) {
    answers.push(call(item));
    await Promise.resolve();
  }
  return answers;
}

describe("coalesced calls", () => {
  test("made in the same turn leave together at once when nothing is under way", async () => {
    const { batches, run } = heldBatches();
    const call = createBatcher(run, LIMITS);
    const answers = [1, 2].map(call);
    await Promise.resolve();
    expect(batches.map(({ items }) => items)).toEqual([[1, 2]]);
    batches[0]?.end();
    expect(await Promise.all(answers)).toEqual([10, 20]);
  });

  test("that arrive during a batch travel together in the next, in order, within its bound", async () => {
    const { batches, batch, run } = heldBatches();
    const call = createBatcher(run, LIMITS);
    const answers = await inTurns(call, [1, 2, 3, 4, 5]);
    for (const index of [0, 1, 2]) (await batch(index)).end();
    expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50]);
    expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3, 4], [5]]);
  });

  test("leave beside a batch when another is half full, and never in more than allowed", async () => {
    const { batches, batch, run } = heldBatches();
    const call = createBatcher(run, { ...LIMITS, inFlight: 2, maxWaiting: 9 });
    const answers = await inTurns(call, [1, 2, 3, 4, 5, 6]);
    expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3]]);
    batches[1]?.end();
    expect(await answers[1]).toBe(20);
    expect((await batch(2)).items).toEqual([4, 5, 6]);
    answers.push(call(7));
    batches.forEach(({ end }) => end());
    (await batch(3)).end();
    expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50, 60, 70]);
  });

  test("fail with a batch that fails for a cause of its own, and the next is none the worse", async () => {
    const { batches, batch, run } = heldBatches();
    const call = createBatcher(run, LIMITS);
    const [first, ...others] = await inTurns(call, [1, 2, 3, 4, 5]);
    batches[0]?.end();
    await first;
    (await batch(1)).fail(toRemoteError(new ConnectError("away", Code.Unavailable)));
    const outcomes = await Promise.allSettled(others.slice(0, 3));
    expect(outcomes.map((outcome) => outcome.status)).toEqual(["rejected", "rejected", "rejected"]);
    (await batch(2)).end();
    expect(await others[3]).toBe(50);
    expect(batches).toHaveLength(3);
  });

  test("beside a poison item succeed, for the batch is run again in halves", async () => {
    const sizes: number[] = [];
    const call = createBatcher(
      async (items: readonly number[], answer: Answer) => {
        sizes.push(items.length);
        if (items.includes(13)) throw new Error("poison");
        items.forEach(answer);
      },
      { maxBatch: 100, inFlight: 1, maxWaiting: 100 },
    );
    const items = Array.from({ length: 50 }, (_, n) => n);
    const outcomes = await Promise.allSettled(items.map(call));
    expect(items.filter((item) => outcomes[item]?.status === "rejected")).toEqual([13]);
    expect(sizes.length).toBeLessThan(20);
  });

  test("are run a bounded number of times when every item is at fault", async () => {
    let runs = 0;
    const call = createBatcher(
      async (): Promise<void> => {
        runs++;
        throw new Error("poison");
      },
      { maxBatch: 1_000, inFlight: 1, maxWaiting: 1_000 },
    );
    await Promise.allSettled(Array.from({ length: 1_000 }, (_, n) => call(n)));
    expect(runs).toBeLessThan(40);
  });

  test("do not wait for a batch that is stuck", async () => {
    vi.useFakeTimers();
    const { batches, run } = heldBatches();
    const call = createBatcher(run, LIMITS);
    const answers = await inTurns(call, [1, 2]);
    expect(batches).toHaveLength(1);
    vi.advanceTimersByTime(1_000);
    expect(batches.map(({ items }) => items)).toEqual([[1], [2]]);
    batches.forEach(({ end }) => end());
    expect(await Promise.all(answers)).toEqual([10, 20]);
    vi.useRealTimers();
  });

  test("wait when as many batches are stuck as may be", async () => {
    vi.useFakeTimers();
    const { batches, run } = heldBatches();
    const call = createBatcher(run, { maxBatch: 1, inFlight: 1, maxWaiting: 20 });
    const answers = await inTurns(
      call,
      Array.from({ length: 12 }, (_, n) => n),
    );
    await vi.advanceTimersByTimeAsync(60_000);
    expect(batches).toHaveLength(9);
    // Room is made by a stuck batch that ends, and by the one that is not.
    for (const count of [10, 11, 12]) {
      batches[count - 10]?.end();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(batches).toHaveLength(count);
    }
    batches.forEach(({ end }) => end());
    expect(await Promise.all(answers)).toHaveLength(12);
    vi.useRealTimers();
  });

  test("are not answered by a batch that has no such call", async () => {
    const call = createBatcher(
      async (_: readonly number[], answer: Answer) => answer(1, 1),
      LIMITS,
    );
    await expect(call(1)).rejects.toThrow("a call it does not have");
  });

  test("beyond the bound are refused as overload, those waiting are served", async () => {
    const { batch, run } = heldBatches();
    const call = createBatcher(run, LIMITS);
    const answers = await inTurns(call, [1, 2, 3, 4, 5, 6]);
    await expect(call(7)).rejects.toMatchObject({
      reason: "OVERLOADED",
      message: expect.stringMatching(/^[A-Z].*\.$/),
    });
    for (const index of [0, 1, 2]) (await batch(index)).end();
    expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50, 60]);
  });

  test("are answered one by one as their batch says, whatever becomes of it", async () => {
    const call = createBatcher(async (items: readonly number[], answer: Answer) => {
      if (items.length === 2) answer(7, 0);
      throw new Error("broken");
    }, LIMITS);
    const outcomes = await Promise.allSettled([1, 2].map(call));
    expect(outcomes.map((outcome) => outcome.status)).toEqual(["fulfilled", "rejected"]);
  });

  test("without an outcome are rejected rather than left waiting", async () => {
    const call = createBatcher(async () => {}, LIMITS);
    await expect(call(1)).rejects.toThrow("too few outcomes");
  });
});
