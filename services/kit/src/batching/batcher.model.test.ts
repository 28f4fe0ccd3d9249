import { Code, ConnectError } from "@connectrpc/connect";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createBatcher } from "./batcher.ts";
import { toRemoteError } from "../errors/status.ts";
import { fairQueue, fifoQueue, type Queue } from "./fair-queue.ts";

interface Item {
  id: number;
  lane: string;
}

/** What one run of a batch does: answers some of its items, and ends after a while somehow. */
interface Behaviour {
  answers: boolean[];
  /** Answers only when the run has ended already. */
  late: boolean;
  takesMs: number;
  end: "returns" | "fails" | "finds the service away";
}

// As batcher.ts has them: how long a batch holds up others, and how many may take longer.
const PATIENCE_MS = 400;
const MOST_STUCK = 8;

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
const queues: Record<string, <T extends { item: Item }>() => Queue<T>> = {
  "first come, first served": () => fifoQueue(),
  "lanes in turn": () => fairQueue(({ item }) => item.lane),
};

beforeAll(() => void vi.useFakeTimers());
afterAll(() => void vi.useRealTimers());

/** Runs batches as told, and notes what was run, what is under way and who was answered. */
function scripted(script: readonly Behaviour[]) {
  const firstRunAt = new Map<Item, number>();
  const answers = new Map<Item, string>();
  /** When the batches that are under way began, by their present run. */
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
  "%s: every call is answered once, in its turn, within all bounds",
  async ([name, newQueue]) => {
    const inLanes = name === "lanes in turn";
    await fc.assert(
      fc.asyncProperty(arrivals, behaviours, limits, async (coming, script, bounds) => {
        const watch = scripted(script);
        const call = createBatcher(watch.run, { ...bounds, newQueue });
        const outcomes = new Map<Item, string>();
        /** Calls that found the queue, or their lane's half of it, full. */
        const late = new Set<Item>();
        const refused = new Set<Item>();
        const items = coming.map(({ lane }, id) => ({ id, lane }));
        const waitingOf = (id: number) =>
          items.slice(0, id).filter((item) => !watch.firstRunAt.has(item) && !late.has(item));
        for (const [id, item] of items.entries()) {
          const { afterMs } = coming[id]!;
          if (afterMs > 0) {
            await vi.advanceTimersByTimeAsync(afterMs);
            // Nobody waits for nothing, and half a batch not for another.
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
        expect(watch.most().underWay).toBeLessThanOrEqual(bounds.inFlight + MOST_STUCK);
        expect(Math.max(0, ...watch.sizes)).toBeLessThanOrEqual(bounds.maxBatch);
        // Whoever was refused was never run, and the others of a lane began as they came.
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
