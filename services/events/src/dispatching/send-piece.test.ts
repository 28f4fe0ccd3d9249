import { describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import type { DueEvent } from "../db/due-events.ts";
import type { Outcome, Sender } from "../sending/send.ts";
import { sendPiece } from "./send-piece.ts";
import { createSlots } from "./slots.ts";

const due = (count: number, from = 1): DueEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    sequence: BigInt(from + index),
    eventId: newId(),
    type: "entry.joined",
    body: String(from + index),
    attempts: 0,
    tries: 0,
    replay: false,
    dueAt: null,
  }));

/** A sender that answers by the body, after a turn of the event loop, and what it was asked. */
function answering(statusOf: (body: string) => Partial<Outcome> = () => ({})) {
  const begun: number[] = [];
  let underWay = 0;
  const seen = { most: 0 };
  const sender: Sender = {
    async send(_, { body }) {
      begun.push(Number(body));
      seen.most = Math.max(seen.most, ++underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay--;
      const outcome = { startedAt: new Date(), durationMs: 1, status: 204, error: null };
      return { ...outcome, answer: "", retryAfterMs: null, ...statusOf(body) };
    },
    close: async () => undefined,
  };
  const context = { sender, slots: createSlots(128) };
  const url = "https://example.com";
  const target = { gameId: newId(), endpointId: newId(), url, secrets: [], isSlow: false };
  return { context, target, begun, seen };
}

const { signal } = new AbortController();

describe("a piece", () => {
  test("is begun in the order of its sequences, eight at once", async () => {
    const { context, target, begun, seen } = answering();
    const anew = due(100);
    const piece = await sendPiece(context, target, { again: [], anew }, signal);
    expect(begun).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    expect(seen.most).toBe(8);
    expect(piece.sent).toHaveLength(100);
    expect(piece.lastNew).toBe(anew[99]);
  });

  test("has turns for what is due again and what is due anew", async () => {
    const { context, target, begun } = answering();
    await sendPiece(context, target, { again: due(2), anew: due(4, 11) }, signal);
    expect(begun).toEqual([11, 1, 12, 2, 13, 14]);
  });

  test("ends where the receiver says that it is gone", async () => {
    const { context, target, begun } = answering((body) => (body === "3" ? { status: 410 } : {}));
    const anew = due(50);
    const piece = await sendPiece(context, target, { again: [], anew }, signal);
    expect(begun.length).toBeLessThanOrEqual(3 + 8);
    expect(piece.sent).toHaveLength(begun.length);
    expect(piece.lastNew).toBe(anew[begun.length - 1]);
  });

  test.each([
    [{ status: 429 }],
    [{ status: 502 }],
    [{ status: 504 }],
    [{ error: "timeout" }],
  ] as const)("goes on one by one after %j", async (answer) => {
    const { context, target, begun, seen } = answering((body) => (body === "1" ? answer : {}));
    const piece = await sendPiece(context, target, { again: [], anew: due(8) }, signal);
    expect(piece.isSlow).toBe(true);
    seen.most = 0;
    await sendPiece(context, { ...target, isSlow: true }, { again: [], anew: due(9, 2) }, signal);
    expect(seen.most).toBe(1);
    expect(begun).toHaveLength(17);
  });

  test("ends when five attempts failed and none succeeded", async () => {
    const { context, target, begun } = answering(() => ({ status: 500 }));
    const anew = due(50);
    const piece = await sendPiece(context, target, { again: due(50, 101), anew }, signal);
    expect(begun.length).toBeLessThan(5 + 8);
    expect(piece.lastNew).toBe(anew[Math.ceil(begun.length / 2) - 1]);
  });

  test("ends when the first answer does not come in time", async () => {
    const { context, target, begun } = answering(() => ({ status: null, error: "timeout" }));
    const slow = { ...target, isSlow: true };
    await sendPiece(context, slow, { again: due(5, 101), anew: due(5) }, signal);
    expect(begun).toEqual([1]);
  });

  test("begins nothing once the process stops, keeps what came back and tells what was cut off", async () => {
    const stopping = new AbortController();
    const { context, target, begun } = answering();
    const send = context.sender.send;
    context.sender.send = async (...call) => {
      if (begun.length === 20) stopping.abort(new Error("the process stops"));
      const outcome = await send(...call);
      stopping.signal.throwIfAborted();
      return outcome;
    };
    const [again, anew] = [due(25), due(25, 101)];
    const piece = await sendPiece(context, target, { again, anew }, stopping.signal);
    expect(begun.length).toBeLessThan(30);
    expect(piece.sent.length).toBeGreaterThanOrEqual(12);
    const isAnew = (event: DueEvent) => anew.includes(event);
    const known = piece.sent.map(({ event }) => event).filter(isAnew);
    const begunAnew = anew.filter(({ body }) => begun.includes(Number(body)));
    expect(piece.cutOff.length).toBeGreaterThan(0);
    expect(new Set([...known, ...piece.cutOff])).toEqual(new Set(begunAnew));
    expect(known.length + piece.cutOff.length).toBe(begunAnew.length);
    expect(piece.lastNew).toBe(begunAnew.at(-1));
  });

  test("fails with whatever else ends a request", async () => {
    const { context, target } = answering();
    context.sender.send = () => Promise.reject(new Error("broken"));
    const piece = sendPiece(context, target, { again: [], anew: due(3) }, signal);
    await expect(piece).rejects.toThrow("broken");
  });
});
