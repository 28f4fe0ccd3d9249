import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createExpiry } from "./expiry.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "setTimeout"] }));
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<string>(() => {});
const at = (ms: number) => performance.now() + ms;

test("passes on what comes in time, success or failure", async () => {
  const inTime = createExpiry();
  await expect(inTime(Promise.resolve("here"), at(1_000))).resolves.toBe("here");
  const failure = Promise.reject(new Error("refused"));
  await expect(inTime(failure, at(1_000))).rejects.toThrow("refused");
});

test("gives each up by its own deadline, in whichever order they came", async () => {
  const inTime = createExpiry();
  const given: number[] = [];
  const wait = (ms: number) => inTime(never(), at(ms)).catch(() => given.push(ms));
  const waits = [wait(8_000), wait(1_000), wait(3_000)];
  await vi.advanceTimersByTimeAsync(1_000);
  expect(given).toEqual([1_000]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(given).toEqual([1_000, 3_000]);
  await vi.advanceTimersByTimeAsync(5_000);
  await Promise.all(waits);
  expect(given).toEqual([1_000, 3_000, 8_000]);
});

test("has one timer for all, and none when nobody waits", async () => {
  const inTime = createExpiry();
  const { promise, resolve } = Promise.withResolvers<string>();
  const waits = Array.from({ length: 100 }, () => inTime(promise, at(8_000)));
  expect(vi.getTimerCount()).toBe(1);
  resolve("here");
  await Promise.all(waits);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(vi.getTimerCount()).toBe(0);
});
