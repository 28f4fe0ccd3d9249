import { describe, expect, test } from "vitest";
import { createLogger } from "./log.ts";
import { startLoop } from "./loop.ts";

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
