import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createTimetable } from "./timers.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function notedWork() {
  const started: string[] = [];
  return { started, work: async (id: string) => void started.push(id) };
}

describe("a timetable", () => {
  test("starts each settlement at its moment and not before", async () => {
    const { started, work } = notedWork();
    const timetable = createTimetable(work);
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
    const { started, work } = notedWork();
    const timetable = createTimetable(work);
    timetable.put("cup", 100);
    timetable.put("cup", 90);
    await vi.advanceTimersByTimeAsync(200);
    expect(started).toEqual(["cup"]);
  });

  test("goes on after work that failed", async () => {
    const started: string[] = [];
    const timetable = createTimetable(async (id) => {
      started.push(id);
      throw new Error("broken");
    });
    timetable.put("a", 100);
    timetable.put("b", 200);
    await vi.advanceTimersByTimeAsync(300);
    expect(started).toEqual(["a", "b"]);
  });

  test("starts nothing more once it is closed", async () => {
    const { started, work } = notedWork();
    const timetable = createTimetable(work);
    timetable.put("now", 10);
    timetable.put("later", 500);
    await vi.advanceTimersByTimeAsync(20);
    timetable.close();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(started).toEqual(["now"]);
  });
});
