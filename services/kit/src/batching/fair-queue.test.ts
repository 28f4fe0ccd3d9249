import fc from "fast-check";
import { expect, test } from "vitest";
import { DomainError } from "../errors/domain-error.ts";
import { fairQueue, fifoQueue } from "./fair-queue.ts";
import { createLimiter } from "./limiter.ts";

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

test("no more run at once, no more wait, and a failure makes room like a success", async () => {
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

test("shares are served in turn, and one that waits for much refuses no other", async () => {
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

test("who waits is served in the order of coming, and nobody overtakes them", async () => {
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
