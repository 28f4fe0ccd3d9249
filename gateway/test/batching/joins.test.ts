import { Code, ConnectError } from "@connectrpc/connect";
import { SYSTEM } from "@tms/kit/values/actor";
import { newId } from "@tms/kit/values/ids";
import { expect, test } from "vitest";
import { createJoiner } from "../../src/batching/joins.ts";
import { createFakes } from "../support/fakes.ts";

const gameId = newId();
const tournamentId = newId();
const handles = Array.from({ length: 20 }, (_, i) => `gamer ${i}`);
const BATCHING = { maxBatch: 256, inFlight: 2 };
const call = (handle: string, leftMs = 8_000) => ({
  join: { requestId: newId(), gameId, tournamentId, handle },
  origin: { actor: SYSTEM, requestId: null },
  deadlineAt: performance.now() + leftMs,
});

test("sends what waits while two calls are under way in one more", async () => {
  const fakes = createFakes();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  fakes.before = () => held;
  const join = createJoiner(fakes.clients, BATCHING);
  const answers = [join(call("ada"))];
  await expect.poll(() => fakes.calls).toHaveLength(1);
  answers.push(join(call("bob")));
  await expect.poll(() => fakes.calls).toHaveLength(2);
  answers.push(...handles.map((handle) => join(call(handle))));
  release();
  const entries = await Promise.all(answers);
  expect(entries.map((entry) => entry.handle)).toEqual(["ada", "bob", ...handles]);
  expect(fakes.calls.map(({ rpc }) => rpc)).toEqual(["BatchJoin", "BatchJoin", "BatchJoin"]);
});

test("sends each alone when batches are limited to one", async () => {
  const { clients, calls } = createFakes();
  const join = createJoiner(clients, { maxBatch: 1, inFlight: 4 });
  const entries = await Promise.all(handles.map((handle) => join(call(handle))));
  expect(entries.map((entry) => entry.handle)).toEqual(handles);
  expect(calls).toHaveLength(handles.length);
});

test("a refusal is the affair of one", async () => {
  const { clients } = createFakes();
  const join = createJoiner(clients, BATCHING);
  const results = await Promise.allSettled(["a", "b", "poor", "c"].map((h) => join(call(h))));
  expect(results.map((result) => result.status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  expect(results[2]).toMatchObject({ reason: { reason: "INSUFFICIENT_FUNDS" } });
});

test("one that waited too long is not sent, and holds nobody up", async () => {
  const { clients, calls } = createFakes();
  const join = createJoiner(clients, BATCHING);
  const late = join(call("late", 10));
  await expect(late).rejects.toMatchObject({ reason: "DEADLINE_EXCEEDED" });
  expect(calls).toEqual([]);
  await expect(join(call("ada"))).resolves.toMatchObject({ handle: "ada" });
});

test("nobody waits beyond their own deadline, however long others in the batch can", async () => {
  const fakes = createFakes();
  fakes.before = () => new Promise(() => {});
  const join = createJoiner(fakes.clients, BATCHING);
  const patient = join(call("ada", 60_000));
  const hasty = join(call("bob", 600));
  await expect.poll(() => fakes.calls.map(({ rpc }) => rpc)).toEqual(["BatchJoin"]);
  await expect(Promise.race([patient, hasty])).rejects.toMatchObject({
    reason: "DEADLINE_EXCEEDED",
  });
});

test("a call that fails is everybody's failure in it", async () => {
  const fakes = createFakes();
  fakes.before = () => {
    throw new ConnectError("down", Code.Unavailable);
  };
  const join = createJoiner(fakes.clients, BATCHING);
  await expect(join(call("ada"))).rejects.toMatchObject({ reason: "UNAVAILABLE" });
});
