import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiProblem } from "./problem.ts";
import { watchReads } from "./query-client.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const refusal = (status: number) =>
  new ApiProblem({ type: "", title: "", status, detail: "refused", code: "", requestId: "" });

/** Reads something by `read` every three seconds, as a page does. */
function open(read: () => Promise<string>) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const findLate = watchReads(client);
  const options = { queryKey: ["page"], queryFn: read };
  const close = new QueryObserver(client, options).subscribe(() => undefined);
  // Without a window, no query has an interval.
  setInterval(() => void client.refetchQueries({}, { cancelRefetch: false }), 3_000);
  return { findLate, close };
}

const never = () => new Promise<string>(() => undefined);

test("reports a read without a response for five seconds", async () => {
  const { findLate, close } = open(never);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(findLate()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(findLate()).toMatchObject({ message: "The server is not responding." });
  close();
  expect(findLate()).toBeUndefined();
});

test("reports a read that hangs after an earlier response", async () => {
  let answers = 0;
  const { findLate } = open(() => (answers++ === 0 ? Promise.resolve("read") : never()));
  await vi.advanceTimersByTimeAsync(7_000);
  expect(findLate()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(findLate()).toMatchObject({ message: "The server is not responding." });
});

test.for([refusal(503), refusal(429), new Error("nothing answers")])(
  "reports reads that fail with %s until one succeeds",
  async (error) => {
    let isCut = true;
    const { findLate } = open(async () => {
      if (isCut) throw error;
      return "read";
    });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(findLate()).toBe(error);
    isCut = false;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(findLate()).toBeUndefined();
  },
);

const gone = refusal(404);

test.for([
  [0, undefined],
  [1, gone],
] as const)("reports a refusal after %i responses as %s", async ([responses, late]) => {
  let reads = 0;
  const { findLate } = open(async () => {
    if (reads++ >= responses) throw gone;
    return "read";
  });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(findLate()).toBe(late);
});
