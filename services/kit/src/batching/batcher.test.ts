import { Code, ConnectError } from "@connectrpc/connect";
import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { toRemoteError } from "../errors/status.ts";
import { type BatchRun, createBatcher } from "./batcher.ts";

type Answer = (outcome: number, index: number) => void;

const LIMITS = { maxBatch: 3, inFlight: 1, maxWaiting: 5 };

/** Creates a batch function with batches that end when the test ends them. */
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
  /** Waits until a batch is in progress, and returns it. */
  const batch = async (index: number) =>
    await vi.waitFor(() => batches[index] ?? Promise.reject(new Error("not under way")), 30_000);
  return { batches, batch, run };
}

/** Makes calls, one per turn of the event loop. */
async function inTurns<I, O>(call: (item: I) => Promise<O>, items: readonly I[]) {
  const answers: Promise<O>[] = [];
  for (const item of items) {
    answers.push(call(item));
    await Promise.resolve();
  }
  return answers;
}

describe("calls", () => {
  test("start together at once in one turn if no batch is running", async () => {
    const { batches, run } = heldBatches();
    const call = createBatcher(run, LIMITS);
    const answers = [1, 2].map(call);
    await Promise.resolve();
    expect(batches.map(({ items }) => items)).toEqual([[1, 2]]);
    batches[0]?.end();
    expect(await Promise.all(answers)).toEqual([10, 20]);
  });

  test("succeed in a batch with a faulty item, because the batch runs again in halves", async () => {
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

  test("run a limited number of times if every item fails", async () => {
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

  test("start a second batch only when 128 of them wait, or half a batch", async () => {
    for (const [maxBatch, enough] of [
      [1_000, 128],
      [10, 5],
    ] as const) {
      const { batches, run } = heldBatches();
      const call = createBatcher(run, { maxBatch, inFlight: 2, maxWaiting: 1_000 });
      const count = async (items: number) => {
        const answers = await inTurns(call, Array.from({ length: items }, Number));
        return { answers, sizes: batches.map(({ items: { length } }) => length) };
      };
      expect((await count(1)).sizes).toEqual([1]);
      expect((await count(enough - 1)).sizes).toEqual([1]);
      const { answers, sizes } = await count(1);
      expect(sizes).toEqual([1, enough]);
      batches.forEach(({ end }) => end());
      await Promise.all(answers);
    }
  });

  test("share a batch up to its weight", async () => {
    const { batches, run } = heldBatches();
    const limits = { maxBatch: 6, inFlight: 3, maxWaiting: 8, weightOf: Number };
    const call = createBatcher(run, limits);
    const answers = [3, 3, 1, 9].map(call);
    await expect(call(1)).rejects.toThrow("Too many calls are waiting. Try again later.");
    expect(batches.map(({ items }) => items)).toEqual([[3, 3], [1], [9]]);
    batches.forEach(({ end }) => end());
    expect(await Promise.all(answers)).toEqual([30, 30, 10, 90]);
  });

  test("fail if the batch does not return exactly their outcomes", async () => {
    const few = createBatcher(async () => {}, LIMITS);
    await expect(few(1)).rejects.toThrow("the batch returned too few outcomes");
    const many = createBatcher(
      async (_: readonly number[], answer: Answer) => answer(1, 1),
      LIMITS,
    );
    await expect(many(1)).rejects.toThrow("a batch returned an outcome for an unknown call");
  });

  test("wait if the maximum number of batches is stuck", async () => {
    vi.useFakeTimers();
    const { batches, run } = heldBatches();
    const call = createBatcher(run, { maxBatch: 1, inFlight: 1, maxWaiting: 20 });
    const answers = await inTurns(
      call,
      Array.from({ length: 12 }, (_, n) => n),
    );
    await vi.advanceTimersByTimeAsync(60_000);
    expect(batches).toHaveLength(9);
    // The end of any batch makes room, whether the batch is stuck or not.
    for (const count of [10, 11, 12]) {
      batches[count - 10]?.end();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(batches).toHaveLength(count);
    }
    batches.forEach(({ end }) => end());
    expect(await Promise.all(answers)).toHaveLength(12);
    vi.useRealTimers();
  });
});

interface Item {
  id: number;
  lane: string;
}

/** The behavior of one run of a batch: the items that it answers, and its end. */
interface Behaviour {
  answers: boolean[];
  /** Whether the run answers only after its end. */
  late: boolean;
  takesMs: number;
  end: "returns" | "fails" | "finds the service away";
}

// The same values as in batcher.ts.
const PATIENCE_MS = 400;
const MAX_STUCK = 8;

const behaviours = fc.array(
  fc.record<Behaviour>({
    answers: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
    late: fc.boolean(),
    takesMs: fc.constantFrom(0, 1, 100, PATIENCE_MS - 1, PATIENCE_MS + 1, 20_000),
    end: fc.constantFrom("returns", "fails", "finds the service away"),
  }),
  { minLength: 1, maxLength: 8 },
);
const arrivals = fc.array(
  fc.record({ lane: fc.constantFrom("a", "b", "c"), afterMs: fc.constantFrom(0, 0, 0, 1, 300) }),
  { minLength: 1, maxLength: 40 },
);
const limits = fc.record({
  maxBatch: fc.integer({ min: 1, max: 6 }),
  inFlight: fc.integer({ min: 1, max: 3 }),
  maxWaiting: fc.integer({ min: 1, max: 20 }),
});
const queues: Record<string, ((item: Item) => string)[]> = {
  "one queue": [],
  "lanes in turn": [({ lane }) => lane],
};

/** Creates a batch function that follows a script. Records runs, batches in progress and answers. */
function scripted(script: readonly Behaviour[]) {
  const firstRunAt = new Map<Item, number>();
  const answers = new Map<Item, string>();
  /** The start time of each batch in progress, by its current run. */
  const underWay = new Map<number, number>();
  const sizes: number[] = [];
  const again: Item[] = [];
  let most = { underWay: 0, fresh: 0 };

  async function run(items: readonly Item[], answer: (out: string, index: number) => void) {
    const own = sizes.push(items.length);
    const { answers: which, late, takesMs, end } = script[own % script.length]!;
    again.push(...items.filter((item) => answers.has(item)));
    for (const item of items) firstRunAt.set(item, firstRunAt.get(item) ?? Date.now());
    underWay.set(own, firstRunAt.get(items[0]!)!);
    const fresh = [...underWay.values()].filter((at) => Date.now() - at < PATIENCE_MS).length;
    most = {
      underWay: Math.max(most.underWay, underWay.size),
      fresh: Math.max(most.fresh, fresh),
    };
    const answerSome = () =>
      items.forEach((item, index) => {
        if (!which[index % which.length]) return;
        if (!answers.has(item)) answers.set(item, `${item.id} by ${own}`);
        answer(`${item.id} by ${own}`, index);
      });
    if (!late) answerSome();
    if (takesMs > 0) await new Promise((resolve) => setTimeout(resolve, takesMs));
    underWay.delete(own);
    if (late) setTimeout(answerSome, 1);
    if (end === "fails") throw new Error("broken");
    if (end !== "returns") throw toRemoteError(new ConnectError("away", Code.Unavailable));
  }
  return { run, firstRunAt, answers, underWay, sizes, again, most: () => most };
}

test.for(Object.entries(queues))(
  "%s: answers every call once, in order, within all limits",
  async ([name, lanes]) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const inLanes = name === "lanes in turn";
    await fc.assert(
      fc.asyncProperty(arrivals, behaviours, limits, async (coming, script, bounds) => {
        const watch = scripted(script);
        const call = createBatcher(watch.run, { ...bounds, lanes });
        const outcomes = new Map<Item, string>();
        /** Calls that arrived when the queue, or the half of it for their lane, was full. */
        const late = new Set<Item>();
        const refused = new Set<Item>();
        const items = coming.map(({ lane }, id) => ({ id, lane }));
        const waitingOf = (id: number) =>
          items.slice(0, id).filter((item) => !watch.firstRunAt.has(item) && !late.has(item));
        for (const [id, item] of items.entries()) {
          const { afterMs } = coming[id]!;
          if (afterMs > 0) {
            await vi.advanceTimersByTimeAsync(afterMs);
            // No item waits without a batch in progress, and half a batch does not wait for another batch.
            const held = waitingOf(id).length;
            const least = held >= bounds.maxBatch / 2 ? bounds.inFlight : 1;
            if (held > 0) expect(watch.underWay.size).toBeGreaterThanOrEqual(least);
          }
          const waiting = waitingOf(id);
          const beside = waiting.filter(({ lane }) => inLanes && lane === item.lane).length;
          if (waiting.length >= bounds.maxWaiting || beside >= bounds.maxWaiting / 2)
            late.add(item);
          const settled = (outcome: string) => {
            expect(outcomes.has(item)).toBe(false);
            outcomes.set(item, outcome);
          };
          call(item).then(settled, (error: { reason?: string; message: string }) => {
            if (error.reason === "OVERLOADED") refused.add(item);
            settled(error.message);
          });
        }
        await vi.runAllTimersAsync();

        expect(outcomes.size).toBe(items.length);
        expect(refused).toEqual(late);
        for (const [item, answer] of watch.answers)
          if (outcomes.get(item)?.includes(" by ")) expect(outcomes.get(item)).toBe(answer);
        expect(watch.again).toEqual([]);
        expect(watch.underWay.size).toBe(0);
        expect(watch.most().fresh).toBeLessThanOrEqual(bounds.inFlight);
        expect(watch.most().underWay).toBeLessThanOrEqual(bounds.inFlight + MAX_STUCK);
        expect(Math.max(0, ...watch.sizes)).toBeLessThanOrEqual(bounds.maxBatch);
        // Refused items never ran, and the other items of a lane started in the order of arrival.
        const begun = [...watch.firstRunAt.keys()];
        const accepted = items.filter((item) => !refused.has(item));
        for (const lane of ["a", "b", "c"])
          expect(begun.filter((item) => item.lane === lane)).toEqual(
            accepted.filter((item) => item.lane === lane),
          );
      }),
      { numRuns: 300 },
    );
  },
);
