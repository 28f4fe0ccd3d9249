import fc from "fast-check";
import { expect, test } from "vitest";
import { DomainError } from "../errors/domain-error.ts";
import { fairQueue, laneQueue } from "./fair-queue.ts";
import { createLimiter } from "./limiter.ts";

test("serves the lanes in turn, so that a long lane delays another lane by one share", () => {
  const queue = fairQueue<string>((item) => item[0] ?? "");
  for (let n = 0; n < 1_000; n++) queue.push(`a${n}`);
  queue.push("b0");
  queue.push("b1");
  expect(queue.take(4)).toEqual(["a0", "a1", "b0", "b1"]);
  queue.push("c0");
  expect(queue.take(1)).toEqual(["a2"]);
  expect(queue.take(1)).toEqual(["c0"]);
});

test("divides the share of a lane among the lanes within it", () => {
  const queue = fairQueue<string>(
    (item) => item[0] ?? "",
    () => fairQueue((item) => item[1] ?? ""),
  );
  for (const item of ["ax1", "ax2", "ax3", "ay1", "b1"]) queue.push(item);
  expect(queue.sizeBeside("a")).toBe(4);
  expect(queue.take(3)).toEqual(["ax1", "b1", "ay1"]);
});

test("serves items in order of arrival without lanes, and reports the weight of a lane with them", () => {
  const queue = laneQueue<string>([]);
  for (const item of ["a1", "a2", "b1"]) queue.push(item);
  expect([queue.size, queue.sizeBeside("a1")]).toEqual([3, 0]);
  expect([queue.take(2), queue.take(0), queue.take(0, false)]).toEqual([["a1", "a2"], ["b1"], []]);
  const laned = laneQueue<string>([(item) => item[0] ?? ""]);
  expect(laned.sizeBeside("a")).toBe(0);
  laned.push("a1");
  expect([laned.sizeBeside("a"), laned.sizeBeside("b")]).toEqual([1, 0]);
});

test("takes at most the given weight or one heavier item, and keeps the order of each lane", () => {
  const weighed = fc.array(
    fc.record({ lane: fc.constantFrom("a", "b", "c"), weight: fc.integer({ min: 1, max: 12 }) }),
  );
  fc.assert(
    fc.property(weighed, fc.integer({ min: 1, max: 10 }), (pushed, max) => {
      type Item = (typeof pushed)[number];
      const weigh = (some: readonly Item[]) => some.reduce((sum, { weight }) => sum + weight, 0);
      const queue = laneQueue<Item>([({ lane }) => lane], ({ weight }) => weight);
      pushed.forEach((item) => queue.push(item));
      expect(queue.size).toBe(weigh(pushed));
      const taken: Item[] = [];
      const left = (lane: string) =>
        pushed.filter((item) => item.lane === lane && !taken.includes(item));
      for (let turn = 0; queue.size > 0; turn++) {
        const mayExceed = turn % 2 === 1;
        const batch = queue.take(max, mayExceed);
        taken.push(...batch);
        expect((mayExceed && batch.length === 1) || weigh(batch) <= max).toBe(true);
        for (const lane of ["a", "b", "c"] as const)
          expect(queue.sizeBeside({ lane, weight: 0 })).toBe(weigh(left(lane)));
        expect(queue.size).toBe(weigh(pushed) - weigh(taken));
      }
      for (const lane of ["a", "b", "c"])
        expect(taken.filter((item) => item.lane === lane)).toEqual(
          pushed.filter((item) => item.lane === lane),
        );
    }),
  );
});

test("fills a batch with items of all lanes, even if an item is heavier than a share", () => {
  const [game, tournament] = [(item: string) => item[0] ?? "", (item: string) => item.slice(0, 2)];
  const queue = laneQueue([game, tournament], () => 2);
  for (const name of "abcdefghijklmnopq") for (const n of "12") queue.push(`${name}${n}`);
  const batch = queue.take(32);
  expect(batch).toHaveLength(16);
  expect(new Set(batch.map(game)).size).toBe(16);
});

const tooMany = () => new DomainError("OVERLOADED", "Too many are waiting.");

/** Creates tasks that run until the test ends them. */
function startable(limits: { atOnce: number; mostWaiting: number }) {
  const limited = createLimiter(limits, tooMany);
  const begun: string[] = [];
  const ends = new Map<string, (fails: boolean) => void>();
  let running = 0;
  return {
    begun,
    running: () => running,
    end: (name: string, fails = false) => ends.get(name)?.(fails),
    work: (name: string, share?: string) =>
      limited(async () => {
        begun.push(name);
        running++;
        await new Promise<void>((resolve, reject) => {
          ends.set(name, (fails) => (fails ? reject(new Error("planted")) : resolve()));
        }).finally(() => running--);
        return name;
      }, share),
  };
}

test("limits the running and the waiting tasks, and starts the next task after a failure", async () => {
  const { work, end, running } = startable({ atOnce: 2, mostWaiting: 1 });
  const [first, second, third] = [work("first"), work("second"), work("third")];
  await expect(work("fourth")).rejects.toMatchObject({
    reason: "OVERLOADED",
    message: "Too many are waiting.",
  });
  expect(running()).toBe(2);
  end("first", true);
  await expect(first).rejects.toThrow("planted");
  expect(running()).toBe(2);
  end("second");
  end("third");
  expect(await Promise.all([second, third])).toEqual(["second", "third"]);
  expect(running()).toBe(0);
});

test("serves shares in turn, and refuses only tasks of the share that is full", async () => {
  const { work, end, begun } = startable({ atOnce: 1, mostWaiting: 2 });
  const all = ["a1", "a2", "a3"].map((name) => work(name, "a"));
  await expect(work("a4", "a")).rejects.toMatchObject({ reason: "OVERLOADED" });
  all.push(work("b1", "b"));
  for (const [index, name] of ["a1", "a2", "b1", "a3"].entries()) {
    await expect.poll(() => begun[index]).toBe(name);
    end(name);
  }
  await Promise.all(all);
});

test("starts waiting tasks in order of arrival", async () => {
  const { work, end, begun } = startable({ atOnce: 1, mostWaiting: 2 });
  const all = [work("first"), work("second")];
  end("first");
  // The third task arrives while the first task makes room for the second task.
  all.push(work("third"));
  await all[0];
  await expect.poll(() => begun).toEqual(["first", "second"]);
  end("second");
  await expect.poll(() => begun).toEqual(["first", "second", "third"]);
  end("third");
  expect(await Promise.all(all)).toEqual(["first", "second", "third"]);
});
