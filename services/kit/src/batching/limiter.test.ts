import { expect, test } from "vitest";
import { DomainError } from "../errors/domain-error.ts";
import { createLimiter } from "./limiter.ts";

const tooMany = () => new DomainError("OVERLOADED", "Too many are waiting.");

/** Work that is under way until it is told how to end. */
function startable(limits: { atOnce: number; mostWaiting: number }) {
  const limited = createLimiter(limits, tooMany);
  const begun: string[] = [];
  const ends = new Map<string, (fails: boolean) => void>();
  let running = 0;
  return {
    begun,
    running: () => running,
    end: (name: string, fails = false) => ends.get(name)?.(fails),
    work: (name: string) =>
      limited(async () => {
        begun.push(name);
        running++;
        await new Promise<void>((resolve, reject) => {
          ends.set(name, (fails) => (fails ? reject(new Error("planted")) : resolve()));
        }).finally(() => running--);
        return name;
      }),
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

test("who waits is served in the order of coming, and nobody overtakes them", async () => {
  const { work, end, begun } = startable({ atOnce: 1, mostWaiting: 2 });
  const all = [work("first"), work("second")];
  end("first");
  // Comes while the first makes room for the second.
  all.push(work("third"));
  await all[0];
  await expect.poll(() => begun).toEqual(["first", "second"]);
  end("second");
  await expect.poll(() => begun).toEqual(["first", "second", "third"]);
  end("third");
  expect(await Promise.all(all)).toEqual(["first", "second", "third"]);
});

test("with no room to wait, what cannot run at once is refused, and not begun", async () => {
  const { work, end, begun } = startable({ atOnce: 1, mostWaiting: 0 });
  const first = work("first");
  await expect(work("second")).rejects.toMatchObject({ reason: "OVERLOADED" });
  end("first");
  expect(await first).toBe("first");
  const third = work("third");
  end("third");
  expect(await third).toBe("third");
  expect(begun).toEqual(["first", "third"]);
});
