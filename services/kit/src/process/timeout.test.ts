import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { withTimeout } from "./timeout.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<string>(() => undefined);

test("work that ends in time has its outcome, and leaves no timer", async () => {
  expect(await withTimeout(Promise.resolve("done"), 10, () => "late")).toBe("done");
  await expect(withTimeout(Promise.reject(new Error("x")), 10, () => "late")).rejects.toThrow("x");
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

test("work that takes longer fails if that is what is asked for", async () => {
  const outcome = withTimeout(never, 10, () => {
    throw new Error("too late");
  }).catch(String);
  await vi.advanceTimersByTimeAsync(10);
  expect(await outcome).toBe("Error: too late");
});
