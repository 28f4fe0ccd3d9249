import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { created } from "../../../test/harness/tournament.ts";
import { expect, test } from "../../../test/world/test.ts";
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

test("shows each caller its own write beside shared reads", async () => {
  const turns = (length: number) => Array.fromAsync({ length }, () => setImmediate());
  const few = fc.nat({ max: 4 });
  const callers = fc.array(fc.record({ before: few, begin: few, end: few }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(callers, async (all) => {
      const reads = createSharedReads<number>();
      let stored = 0;
      const seen = all.map(async ({ before, begin, end }) => {
        await turns(before);
        const own = ++stored;
        const read = async () => {
          await turns(begin);
          const found = stored;
          await turns(end);
          return found;
        };
        return (await reads({ key: "page", deadlineAt: inTime(), read })) >= own;
      });
      expect(await Promise.all(seen)).not.toContain(false);
    }),
  );
});

test("answers only equal requests of one game with one response", async ({ newApi }) => {
  const [api, other] = [await newApi(), await newApi()];
  await Promise.all([created(api), created(api), created(other)]);
  const lists = ["?limit=1", "?limit=2"].flatMap((query) =>
    [api, other, api].map(async ({ get, gameId }) => {
      const { body } = await get(`/tournament${query}`);
      return body.tournaments.filter(({ game }) => game.id === gameId).length;
    }),
  );
  expect(await Promise.all(lists)).toEqual([1, 1, 1, 2, 1, 2]);
});
