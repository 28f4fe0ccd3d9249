import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTimers } from "./sweeper.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates timers, and lists the settlements that they start. */
function startTimers(work: (id: string) => Promise<void> = async () => undefined) {
  const started: string[] = [];
  const timers = createTimers(async (id) => {
    started.push(id);
    await work(id);
  });
  return { started, timers };
}

test("starts each settlement once at its time, and not before", async () => {
  const { started, timers } = startTimers();
  timers.set("late", 900);
  timers.set("soon", 100);
  timers.set("soon", 100);
  await vi.advanceTimersByTimeAsync(99);
  expect(started).toEqual([]);
  await vi.advanceTimersByTimeAsync(5);
  expect(started).toEqual(["soon"]);
  await vi.advanceTimersByTimeAsync(900);
  expect(started).toEqual(["soon", "late"]);
});

test("continues after a failure, and starts nothing once it is closed", async () => {
  const { started, timers } = startTimers(() => Promise.reject(new Error("broken")));
  for (const [index, id] of ["a", "b", "c"].entries()) timers.set(id, 100 * (index + 1));
  await vi.advanceTimersByTimeAsync(250);
  timers.close();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(started).toEqual(["a", "b"]);
});
