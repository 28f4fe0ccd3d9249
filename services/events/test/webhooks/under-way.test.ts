import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { DeliveryState } from "@tms/proto/tms/event/v1/delivery";
import { EndpointState } from "@tms/proto/tms/event/v1/endpoint";
import { startEvents, type EventsUnderTest } from "../service.ts";
import { idsOf, sequencesOf, startReceiver, status } from "./receiver.ts";
import { createScenes, dispatchAll, passTime, range, tellOf, type Scene } from "./scene.ts";

let service: EventsUnderTest;
beforeAll(async () => void (service = await startEvents()));
afterAll(() => service.stop());

const scenes = createScenes(() => service);
const { scene } = scenes;
afterEach(() => scenes.end());

/** Begins a turn whose one request is answered only when the test does so. */
async function beginTurn({ receiver }: Scene) {
  const reached = Promise.withResolvers<ServerResponse>();
  receiver.answer = reached.resolve;
  const turn = service.context.dispatcher.runOnce();
  const reply = await reached.promise;
  return async (code: number) => {
    reply.writeHead(code).end();
    await turn;
    receiver.answer = status(204);
  };
}

/** An event of which the first attempts have failed, and which is due for its next one. */
async function failedEvent(one: Scene, tries: number): Promise<string> {
  one.receiver.answer = status(500);
  const [id = ""] = await tellOf(service, one.gameId, 1);
  await dispatchAll(service, one);
  await service.admin.query(
    `UPDATE events.delivery SET tries = $2, next_attempt_at = now() - interval '1 second'
     WHERE event_id = $1`,
    [id, tries],
  );
  return id;
}

describe("a retry that is asked for while an attempt is under way", () => {
  const retryDuring = async (one: Scene, eventId: string, code: number) => {
    const answer = await beginTurn(one);
    await service.deliveries.retryDelivery({ ...one.named, requestId: newId(), eventId });
    await answer(code);
    return await service.deliveries.getDelivery({ ...one.named, eventId });
  };

  test.each([
    ["the last", 9],
    ["the last but one", 8],
  ])("is kept when that one, %s, fails", async (_, tries) => {
    const one = await scene();
    const id = await failedEvent(one, tries);
    // Nothing has succeeded for so long that a given up event would disable the endpoint.
    await service.admin.query(
      `UPDATE events.endpoint SET enabled_at = now() - interval '73 hours' WHERE id = $1`,
      [one.endpointId],
    );
    const { delivery, attempts } = await retryDuring(one, id, 500);
    expect(delivery).toMatchObject({ state: DeliveryState.RETRYING, attempts: 2 });
    expect(attempts.map(({ number, replay }) => [number, replay])).toEqual([
      [1, false],
      [2, false],
    ]);
    const { endpoint } = await service.endpoints.getEndpoint(one.named);
    expect(endpoint).toMatchObject({ enabled: true });
    // It is due at once, and has all its attempts before it.
    one.receiver.answer = status(500);
    await dispatchAll(service, one);
    const failed = await service.deliveries.getDelivery({ ...one.named, eventId: id });
    expect(failed.delivery).toMatchObject({ state: DeliveryState.RETRYING, attempts: 3 });
    expect(failed.attempts.at(-1)).toMatchObject({ number: 3, replay: true });
  });

  test("is done when that one succeeds", async () => {
    const one = await scene();
    const id = await failedEvent(one, 9);
    const { delivery } = await retryDuring(one, id, 204);
    expect(delivery).toMatchObject({ state: DeliveryState.DELIVERED, attempts: 2 });
    await dispatchAll(service, one);
    expect(one.receiver.received).toHaveLength(2);
  });
});

describe("an answer of a URL that the endpoint had when the attempt began", () => {
  test.each([410, 429, 500])("says nothing about the one it has now, as %i", async (code) => {
    const one = await scene();
    const [id = ""] = await tellOf(service, one.gameId, 1);
    const answer = await beginTurn(one);
    const other = await startReceiver();
    const change = { ...one.named, requestId: newId(), url: other.url };
    await service.endpoints.updateEndpoint(change);
    await answer(code);
    const { endpoint } = await service.endpoints.getEndpoint(one.named);
    expect(endpoint).toMatchObject({ enabled: true, state: EndpointState.ACTIVE, position: 2n });
    expect(endpoint?.lastFailureTime).toBeUndefined();
    const { rows } = await service.admin.query(
      `SELECT slow_until FROM events.dispatch WHERE endpoint_id = $1`,
      [one.endpointId],
    );
    expect(rows).toEqual([{ slow_until: null }]);
    // It is an attempt nevertheless, after which the next one goes to the new URL.
    const { delivery, attempts } = await service.deliveries.getDelivery({
      ...one.named,
      eventId: id,
    });
    expect(delivery).toMatchObject({ state: DeliveryState.RETRYING, attempts: 1 });
    expect(attempts).toMatchObject([{ status: code }]);
    await passTime(service, one.endpointId);
    await dispatchAll(service, one);
    expect(new Set(sequencesOf(other.received))).toEqual(new Set(range(2, 3)));
    await other.close();
  });

  test("does not settle that somebody asked for the event since, as 204", async () => {
    const one = await scene();
    const id = await failedEvent(one, 1);
    const answer = await beginTurn(one);
    const other = await startReceiver();
    const change = { ...one.named, requestId: newId(), url: other.url };
    await service.endpoints.updateEndpoint(change);
    const request = { ...one.named, requestId: newId(), eventId: id };
    await service.deliveries.retryDelivery(request);
    await answer(204);
    await dispatchAll(service, one);
    expect(idsOf(other.received)).toContain(id);
    await other.close();
  });
});

describe("a process that stops while requests are under way", () => {
  test("has stored what came back, and only what it cut off is sent again", async () => {
    const one = await scene();
    const again = await failedEvent(one, 1);
    await tellOf(service, one.gameId, 30);
    one.receiver.received = [];
    // Of eight requests at once all hang in the end, so whatever else was begun has its outcome.
    const hung: number[] = [];
    one.receiver.answer = (reply, received) => {
      const [sequence = 0] = sequencesOf([received]);
      if (sequence === 5 || sequence > 8) hung.push(sequence);
      else reply.writeHead(204).end();
    };
    const stopped = await service.another();
    const dispatcher = stopped.context.dispatcher.start();
    await expect.poll(() => hung.length).toBe(8);
    await dispatcher.stop();
    await stopped.stop();
    const before = sequencesOf(one.receiver.received);
    expect(before.toSorted((a, b) => a - b)).toEqual(range(2, 15));
    const { endpoint } = await service.endpoints.getEndpoint(one.named);
    expect(endpoint).toMatchObject({ position: 15n, state: EndpointState.ACTIVE });
    const known = await service.deliveries.getDelivery({ ...one.named, eventId: again });
    expect(known.delivery).toMatchObject({ state: DeliveryState.DELIVERED, attempts: 2 });
    one.receiver.answer = status(204);
    one.receiver.received = [];
    await dispatchAll(service, one);
    const after = sequencesOf(one.receiver.received).toSorted((a, b) => a - b);
    expect(after).toEqual([...hung.toSorted((a, b) => a - b), ...range(16, 32)]);
    const { deliveries } = await service.deliveries.listDeliveries({
      ...one.named,
      state: DeliveryState.DELIVERED,
      pageSize: 100,
    });
    expect(deliveries.map(({ attempts }) => attempts)).toEqual([
      ...Array.from({ length: 30 }, () => 1),
      2,
    ]);
  });
});
