import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createTimetable } from "./timetable.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that ends when it is told to. */
function heldWork() {
  const started: string[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const work = async (id: string) => {
    started.push(id);
    await held;
  };
  return { started, work, release };
}

describe("a timetable", () => {
  test("starts each settlement at its moment and not before", async () => {
    const { started, work } = heldWork();
    const timetable = createTimetable(work, 4);
    timetable.put("late", 900);
    timetable.put("soon", 100);
    await vi.advanceTimersByTimeAsync(99);
    expect(started).toEqual([]);
    await vi.advanceTimersByTimeAsync(5);
    expect(started).toEqual(["soon"]);
    await vi.advanceTimersByTimeAsync(900);
    expect(started).toEqual(["soon", "late"]);
  });

  test("starts once what it was told twice", async () => {
    const { started, work } = heldWork();
    const timetable = createTimetable(work, 4);
    timetable.put("cup", 100);
    timetable.put("cup", 90);
    await vi.advanceTimersByTimeAsync(200);
    expect(started).toEqual(["cup"]);
  });

  test("leaves to the queue what finds no place free", async () => {
    const { started, work } = heldWork();
    const timetable = createTimetable(work, 2);
    for (const id of ["a", "b", "c"]) timetable.put(id, 100);
    await vi.advanceTimersByTimeAsync(200);
    expect(started).toEqual(["a", "b"]);
  });

  test("goes on after work that failed", async () => {
    const started: string[] = [];
    const timetable = createTimetable(async (id) => {
      started.push(id);
      throw new Error("broken");
    }, 1);
    timetable.put("a", 100);
    timetable.put("b", 200);
    await vi.advanceTimersByTimeAsync(300);
    expect(started).toEqual(["a", "b"]);
  });

  test("closes when the work under way is done, and starts nothing more", async () => {
    const { started, work, release } = heldWork();
    const timetable = createTimetable(work, 4);
    timetable.put("now", 10);
    timetable.put("later", 500);
    await vi.advanceTimersByTimeAsync(20);
    let closed = false;
    const closing = timetable.close().then(() => (closed = true));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(closed).toBe(false);
    release();
    await closing;
    expect(started).toEqual(["now"]);
  });
});
