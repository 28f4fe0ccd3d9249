import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createTimers } from "./timers.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function notedWork() {
  const started: string[] = [];
  return { started, work: async (id: string) => void started.push(id) };
}

describe("timers", () => {
  test("starts each settlement at its moment and not before", async () => {
    const { started, work } = notedWork();
    const timers = createTimers(work);
    timers.set("late", 900);
    timers.set("soon", 100);
    await vi.advanceTimersByTimeAsync(99);
    expect(started).toEqual([]);
    await vi.advanceTimersByTimeAsync(5);
    expect(started).toEqual(["soon"]);
    await vi.advanceTimersByTimeAsync(900);
    expect(started).toEqual(["soon", "late"]);
  });

  test("starts once what it was told twice", async () => {
    const { started, work } = notedWork();
    const timers = createTimers(work);
    timers.set("tournament", 100);
    timers.set("tournament", 90);
    await vi.advanceTimersByTimeAsync(200);
    expect(started).toEqual(["tournament"]);
  });

  test("goes on after work that failed", async () => {
    const started: string[] = [];
    const timers = createTimers(async (id) => {
      started.push(id);
      throw new Error("broken");
    });
    timers.set("a", 100);
    timers.set("b", 200);
    await vi.advanceTimersByTimeAsync(300);
    expect(started).toEqual(["a", "b"]);
  });

  test("starts nothing more once it is closed", async () => {
    const { started, work } = notedWork();
    const timers = createTimers(work);
    timers.set("now", 10);
    timers.set("later", 500);
    await vi.advanceTimersByTimeAsync(20);
    timers.close();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(started).toEqual(["now"]);
  });
});
