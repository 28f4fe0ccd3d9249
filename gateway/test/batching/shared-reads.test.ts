import { expect, test } from "vitest";
import { createSharedReads } from "../../src/batching/shared-reads.ts";

const inTime = () => performance.now() + 8_000;

/** A source whose answers are numbered, and come when the test says so. */
function numbered() {
  const begun: PromiseWithResolvers<number>[] = [];
  const read = () => {
    const answer = Promise.withResolvers<number>();
    begun.push(answer);
    return answer.promise;
  };
  return { begun, read, tell: (index: number) => begun[index]?.resolve(index) };
}

test("who comes while a read is under way is told by one more, that begins afterwards", async () => {
  const { begun, read, tell } = numbered();
  const reads = createSharedReads<number>();
  const ask = () => reads({ key: "page", deadlineAt: inTime(), read });
  const first = ask();
  await expect.poll(() => begun).toHaveLength(1);
  const later = [ask(), ask(), ask()];
  tell(0);
  expect(await first).toBe(0);
  await expect.poll(() => begun).toHaveLength(2);
  tell(1);
  expect(await Promise.all(later)).toEqual([1, 1, 1]);
});

test("a failure is told to all who shared it, and is not repeated for them", async () => {
  const { begun, read, tell } = numbered();
  const reads = createSharedReads<number>();
  const ask = () => reads({ key: "page", deadlineAt: inTime(), read });
  const answers = Promise.allSettled([ask(), ask(), ask()]);
  await expect.poll(() => begun).toHaveLength(1);
  begun[0]?.reject(new Error("no such page"));
  for (const answer of await answers) expect(answer).toMatchObject({ status: "rejected" });
  expect(begun).toHaveLength(1);
  const again = ask();
  await expect.poll(() => begun).toHaveLength(2);
  tell(1);
  expect(await again).toBe(1);
});

test("nobody waits beyond their own deadline, and a read has as long as the most patient", async () => {
  const reads = createSharedReads<never>();
  const deadlines: number[] = [];
  const read = (deadlineAt: number) => {
    deadlines.push(deadlineAt);
    return new Promise<never>(() => {});
  };
  const now = performance.now();
  const hasty = reads({ key: "page", deadlineAt: now + 600, read });
  const patient = reads({ key: "page", deadlineAt: now + 60_000, read });
  await expect(Promise.race([patient, hasty])).rejects.toMatchObject({
    reason: "DEADLINE_EXCEEDED",
  });
  expect(deadlines).toEqual([now + 60_000]);
});
