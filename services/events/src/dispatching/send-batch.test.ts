import { describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import type { DueEvent } from "../db/dispatches.ts";
import type { Outcome, Sender } from "../sending/send.ts";
import { sendBatch } from "./send-batch.ts";
import { createSlots } from "./slots.ts";

const due = (count: number, from = 1): DueEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    sequence: BigInt(from + index),
    eventId: newId(),
    eventType: "entry.joined",
    body: String(from + index),
    attempts: 0,
    tries: 0,
    replay: false,
    dueAt: null,
    traceContext: null,
  }));

/** Creates a sender that answers by the body, in the next phase of the event loop. Records its requests. */
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

describe("a batch", () => {
  test("begins in the order of its sequences, eight at once", async () => {
    const { context, target, begun, seen } = answering();
    const newEvents = due(100);
    const batch = await sendBatch(context, target, { retries: [], newEvents }, signal);
    expect(begun).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    expect(seen.most).toBe(8);
    expect(batch.sent).toHaveLength(100);
    expect(batch.lastNew).toBe(newEvents[99]);
  });

  test("alternates retries and new events", async () => {
    const { context, target, begun } = answering();
    await sendBatch(context, target, { retries: due(2), newEvents: due(4, 11) }, signal);
    expect(begun).toEqual([11, 1, 12, 2, 13, 14]);
  });

  test("ends when the receiver is gone", async () => {
    const { context, target, begun } = answering((body) => (body === "3" ? { status: 410 } : {}));
    const newEvents = due(50);
    const batch = await sendBatch(context, target, { retries: [], newEvents }, signal);
    expect(begun.length).toBeLessThanOrEqual(3 + 8);
    expect(batch.sent).toHaveLength(begun.length);
    expect(batch.lastNew).toBe(newEvents[begun.length - 1]);
  });

  test.each([
    [{ status: 429 }],
    [{ status: 502 }],
    [{ status: 504 }],
    [{ error: "timeout" }],
  ] as const)("continues one by one after %j", async (answer) => {
    const { context, target, begun, seen } = answering((body) => (body === "1" ? answer : {}));
    const batch = await sendBatch(context, target, { retries: [], newEvents: due(8) }, signal);
    expect(batch.isSlow).toBe(true);
    seen.most = 0;
    await sendBatch(
      context,
      { ...target, isSlow: true },
      { retries: [], newEvents: due(9, 2) },
      signal,
    );
    expect(seen.most).toBe(1);
    expect(begun).toHaveLength(17);
  });

  test("ends when five attempts failed and none succeeded", async () => {
    const { context, target, begun } = answering(() => ({ status: 500 }));
    const newEvents = due(50);
    const batch = await sendBatch(context, target, { retries: due(50, 101), newEvents }, signal);
    expect(begun.length).toBeLessThan(5 + 8);
    expect(batch.lastNew).toBe(newEvents[Math.ceil(begun.length / 2) - 1]);
  });

  test("ends when the first answer is late", async () => {
    const { context, target, begun } = answering(() => ({ status: null, error: "timeout" }));
    const slow = { ...target, isSlow: true };
    await sendBatch(context, slow, { retries: due(5, 101), newEvents: due(5) }, signal);
    expect(begun).toEqual([1]);
  });

  test("stops with the process, keeps outcomes and returns interrupted events", async () => {
    const stopping = new AbortController();
    const { context, target, begun } = answering();
    const send = context.sender.send;
    context.sender.send = async (...call) => {
      if (begun.length === 20) stopping.abort(new Error("the process stops"));
      const outcome = await send(...call);
      stopping.signal.throwIfAborted();
      return outcome;
    };
    const [retries, newEvents] = [due(25), due(25, 101)];
    const batch = await sendBatch(context, target, { retries, newEvents }, stopping.signal);
    expect(begun.length).toBeLessThan(30);
    expect(batch.sent.length).toBeGreaterThanOrEqual(12);
    const isNewEvent = (event: DueEvent) => newEvents.includes(event);
    const known = batch.sent.map(({ event }) => event).filter(isNewEvent);
    const begunNew = newEvents.filter(({ body }) => begun.includes(Number(body)));
    expect(batch.interrupted.length).toBeGreaterThan(0);
    expect(new Set([...known, ...batch.interrupted])).toEqual(new Set(begunNew));
    expect(known.length + batch.interrupted.length).toBe(begunNew.length);
    expect(batch.lastNew).toBe(begunNew.at(-1));
  });

  test("fails if the sender fails", async () => {
    const { context, target } = answering();
    context.sender.send = () => Promise.reject(new Error("broken"));
    const batch = sendBatch(context, target, { retries: [], newEvents: due(3) }, signal);
    await expect(batch).rejects.toThrow("broken");
  });
});
