import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { paced } from "./announced.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("runs work at once, and once more a pace later for all later calls", async () => {
  let calls = 0;
  const call = paced(async () => void calls++, 1_000, new AbortController().signal);
  for (let count = 0; count < 500; count++) call();
  expect(calls).toBe(1);
  await vi.advanceTimersByTimeAsync(999);
  call();
  expect(calls).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(calls).toBe(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toBe(2);
  call();
  expect(calls).toBe(3);
});

test("runs slow work again only after its end", async () => {
  const first = Promise.withResolvers<void>();
  const work = vi.fn<() => Promise<void>>(() => first.promise);
  const call = paced(work, 1_000, new AbortController().signal);
  call();
  call();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(work).toHaveBeenCalledTimes(1);
  first.reject(new Error("it failed"));
  await vi.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledTimes(2);
});

test("runs nothing after it is aborted", async () => {
  let calls = 0;
  const stopping = new AbortController();
  const call = paced(async () => void calls++, 1_000, stopping.signal);
  call();
  call();
  stopping.abort();
  await vi.advanceTimersByTimeAsync(5_000);
  call();
  expect(calls).toBe(1);
});
