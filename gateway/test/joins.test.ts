import { Code, ConnectError } from "@connectrpc/connect";
import { newId } from "@tms/kit/ids";
import { expect, test } from "vitest";
import { createJoiner } from "../src/joins.ts";
import { createFakes } from "./support/fakes.ts";

const gameId = newId();
const tournamentId = newId();
const call = (handle: string, leftMs = 8_000) => ({
  join: { requestId: newId(), gameId, tournamentId, handle },
  deadlineAt: performance.now() + leftMs,
});

test("sends what waits while two calls are under way in one more", async () => {
  const { clients, calls } = createFakes();
  const join = createJoiner(clients);
  const handles = Array.from({ length: 100 }, (_, i) => `gamer ${i}`);
  const entries = await Promise.all(handles.map((handle) => join(call(handle))));
  expect(entries.map((entry) => entry.handle)).toEqual(handles);
  expect(calls.map(({ request }) => (request["joins"] as []).length)).toEqual([1, 1, 98]);
});

test("a refusal is the affair of one", async () => {
  const { clients } = createFakes();
  const join = createJoiner(clients);
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
  const join = createJoiner(clients);
  const late = join(call("late", 10));
  await expect(late).rejects.toMatchObject({ reason: "DEADLINE_EXCEEDED" });
  expect(calls).toEqual([]);
  await expect(join(call("ada"))).resolves.toMatchObject({ handle: "ada" });
});

test("a call that fails is everybody's failure in it", async () => {
  const fakes = createFakes();
  fakes.before = () => {
    throw new ConnectError("down", Code.Unavailable);
  };
  const join = createJoiner(fakes.clients);
  await expect(join(call("ada"))).rejects.toMatchObject({ reason: "UNAVAILABLE" });
});
