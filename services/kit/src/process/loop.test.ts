import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createLogger } from "./log.ts";
import { startLoop } from "./loop.ts";
import { withTimeout } from "./timeout.ts";

const log = createLogger("test", "silent");
const FOREVER_MS = 1_000_000;

describe("a loop", () => {
  test("goes on at once while there is more to do", async () => {
    const done = Promise.withResolvers<void>();
    let steps = 0;
    const step = async () => {
      steps++;
      if (steps === 5) done.resolve();
      return steps < 5;
    };
    const loop = startLoop("test", FOREVER_MS, step, log);
    await done.promise;
    await loop.stop();
    expect(steps).toBe(5);
  });

  test("outlives a step that fails", async () => {
    const again = Promise.withResolvers<void>();
    let steps = 0;
    const step = async () => {
      if (++steps === 1) throw new Error("broken");
      again.resolve();
      return false;
    };
    const loop = startLoop("test", 1, step, log);
    await again.promise;
    await loop.stop();
  });

  test("does a step when woken, also when woken during a step", async () => {
    const second = Promise.withResolvers<void>();
    let steps = 0;
    const loop = startLoop(
      "test",
      FOREVER_MS,
      async () => {
        if (++steps === 1) queueMicrotask(() => loop.wake());
        await Promise.resolve();
        if (steps === 2) second.resolve();
        return false;
      },
      log,
    );
    await second.promise;
    await loop.stop();
  });

  test("stops only after the step under way", async () => {
    const [entered, leave] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let finished = false;
    const step = async () => {
      entered.resolve();
      await leave.promise;
      finished = true;
      return true;
    };
    const loop = startLoop("test", FOREVER_MS, step, log);
    await entered.promise;
    const stopped = loop.stop();
    leave.resolve();
    await stopped;
    expect(finished).toBe(true);
  });
});

describe("a time limit", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const never = new Promise<string>(() => undefined);

  test("work that ends in time has its outcome, and leaves no timer", async () => {
    expect(await withTimeout(Promise.resolve("done"), 10, () => "late")).toBe("done");
    await expect(withTimeout(Promise.reject(new Error("x")), 10, () => "late")).rejects.toThrow(
      "x",
    );
    expect(vi.getTimerCount()).toBe(0);
  });

  test("work that takes longer is answered for at the limit, not before", async () => {
    const late = vi.fn<() => string>(() => "late");
    const outcome = withTimeout(never, 10, late);
    await vi.advanceTimersByTimeAsync(9);
    expect(late).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toBe("late");
  });
});
