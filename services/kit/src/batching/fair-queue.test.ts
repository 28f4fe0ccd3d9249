import fc from "fast-check";
import { expect, test } from "vitest";
import { fairQueue, fifoQueue } from "./fair-queue.ts";

const items = fc.array(fc.record({ lane: fc.constantFrom("a", "b", "c"), n: fc.nat() }));

test("a fair queue gives out everything once, each lane in the order it came", () => {
  fc.assert(
    fc.property(items, fc.integer({ min: 1, max: 7 }), (pushed, most) => {
      const queue = fairQueue<{ lane: string; n: number }>((item) => item.lane);
      pushed.forEach((item) => queue.push(item));
      const taken = [];
      while (queue.size > 0) {
        const batch = queue.take(most);
        expect(batch.length).toBe(Math.min(most, pushed.length - taken.length));
        taken.push(...batch);
      }
      for (const lane of ["a", "b", "c"])
        expect(taken.filter((item) => item.lane === lane)).toEqual(
          pushed.filter((item) => item.lane === lane),
        );
    }),
  );
});

test("a lane with a thousand items delays another by a share, not by the thousand", () => {
  const queue = fairQueue<string>((item) => item[0] ?? "");
  for (let n = 0; n < 1_000; n++) queue.push(`a${n}`);
  queue.push("b0");
  queue.push("b1");
  expect(queue.take(4)).toEqual(["a0", "a1", "b0", "b1"]);
  queue.push("c0");
  expect(queue.take(1)).toEqual(["a2"]);
  expect(queue.take(1)).toEqual(["c0"]);
});

test("lanes within lanes share the share of theirs", () => {
  const queue = fairQueue<string>(
    (item) => item[0] ?? "",
    () => fairQueue((item) => item[1] ?? ""),
  );
  for (const item of ["ax1", "ax2", "ax3", "ay1", "b1"]) queue.push(item);
  expect(queue.sizeBeside("a")).toBe(4);
  expect(queue.take(3)).toEqual(["ax1", "b1", "ay1"]);
});

test("a batch weighs no more than it may, unless a single item does, and lanes keep their order", () => {
  const weighed = fc.array(
    fc.record({ lane: fc.constantFrom("a", "b", "c"), weight: fc.integer({ min: 1, max: 12 }) }),
  );
  fc.assert(
    fc.property(weighed, fc.integer({ min: 1, max: 10 }), (pushed, most) => {
      type Item = (typeof pushed)[number];
      const weigh = (some: readonly Item[]) => some.reduce((sum, { weight }) => sum + weight, 0);
      const queue = fairQueue<Item>(
        ({ lane }) => lane,
        () => fifoQueue(({ weight }) => weight),
      );
      pushed.forEach((item) => queue.push(item));
      expect(queue.size).toBe(weigh(pushed));
      const taken: Item[] = [];
      while (queue.size > 0) {
        const batch = queue.take(most);
        expect(batch.length === 1 || weigh(batch) <= most).toBe(true);
        taken.push(...batch);
        expect(queue.size).toBe(weigh(pushed) - weigh(taken));
      }
      for (const lane of ["a", "b", "c"])
        expect(taken.filter((item) => item.lane === lane)).toEqual(
          pushed.filter((item) => item.lane === lane),
        );
    }),
  );
});
