import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TmsError } from "../errors.ts";
import { consume, type LogPage } from "./consume.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

const refusal = (status: number, retryAfterMs?: number) =>
  new TmsError(
    {
      type: "https://tms.example.com/problems/rate-limited",
      title: "Too many requests",
      status,
      detail: "Too many requests.",
      instance: "/event",
      code: "rate_limited",
      requestId: "req-7",
    },
    { retryAfterMs },
  );

test("a consumer waits as long as it is asked to, where a single call would give up", async () => {
  const page = { events: [{ sequence: 1 }], nextAfter: 1 } as unknown as LogPage;
  const answers = [refusal(429, 45_000), refusal(429, 45_000), page];
  const askedAt: number[] = [];
  const done = new AbortController();
  const handled: number[] = [];
  const consuming = consume(
    async () => {
      askedAt.push(Date.now());
      const answer = answers.shift();
      if (answer === undefined || answer instanceof Error)
        throw answer ?? new Error("once too often");
      return answer;
    },
    {
      signal: done.signal,
      handle: ({ sequence }) => {
        handled.push(sequence);
        done.abort();
      },
    },
    true,
  );
  await vi.runAllTimersAsync();
  await consuming;
  expect(handled).toEqual([1]);
  expect(askedAt).toEqual([0, 45_000, 90_000]);
});

test("a consumer pauses at the end of the log if its reads do not wait for events", async () => {
  const askedAt: number[] = [];
  const done = new AbortController();
  const read = async () => {
    if (askedAt.push(Date.now()) === 3) done.abort();
    return { events: [], nextAfter: 7 };
  };
  const handle = () => undefined;
  const consuming = consume(read, { after: 7, handle, signal: done.signal }, false);
  await vi.runAllTimersAsync();
  await consuming;
  expect(askedAt.map((at) => at - (askedAt[0] ?? 0))).toEqual([0, 1_000, 2_000]);
});
