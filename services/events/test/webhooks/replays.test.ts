import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { DeliveryState } from "@tms/proto/tms/event/v1/delivery";
import { createDeliveryRetention } from "../../src/db/old-deliveries.ts";
import { startEvents, type EventsUnderTest } from "../service.ts";
import { sequencesOf, status } from "./receiver.ts";
import { createScenes, dispatchAll, range, tellOf } from "./scene.ts";

let service: EventsUnderTest;
beforeAll(async () => void (service = await startEvents({ limitMs: 500 })));
afterAll(() => service.stop());

const scenes = createScenes(() => service);
const { scene } = scenes;
afterEach(() => scenes.end());

describe("a replay", () => {
  test("of one event sends the same again", async () => {
    const one = await scene();
    const [id = ""] = await tellOf(service, one.gameId, 1);
    await dispatchAll(service, one);
    const request = { ...one.named, requestId: newId(), eventId: id };
    const { delivery } = await service.deliveries.retryDelivery(request);
    expect(delivery).toMatchObject({ eventId: id, state: DeliveryState.RETRYING });
    await service.deliveries.retryDelivery(request);
    await dispatchAll(service, one);
    const [first, second, ...more] = one.receiver.received;
    expect(more).toEqual([]);
    expect(second?.body).toBe(first?.body);
    expect(second?.headers["webhook-id"]).toBe(id);
    const { attempts } = await service.deliveries.getDelivery({ ...one.named, eventId: id });
    expect(attempts.map(({ replay }) => replay)).toEqual([false, true]);
  });

  test("of more than a million sequences is refused, and of as many is not", async () => {
    const one = await scene();
    await service.admin.query(
      `UPDATE events.dispatch SET position = 3000000 WHERE endpoint_id = $1`,
      [one.endpointId],
    );
    const replay = (throughSequence?: bigint, onlyFailed = false) =>
      service.deliveries.replayEvents({
        ...one.named,
        requestId: newId(),
        afterSequence: 0n,
        onlyFailed,
        ...(throughSequence !== undefined && { throughSequence }),
      });
    const refused = {
      reason: "INVALID_ARGUMENT",
      fields: [{ field: "through_sequence" }],
    };
    await expect(replay()).rejects.toMatchObject(refused);
    await expect(replay(1_000_001n)).rejects.toMatchObject(refused);
    // What failed is found wherever it is.
    expect(await replay(undefined, true)).toMatchObject({ events: 0n });
    // The one that tells of the endpoint itself.
    expect(await replay(1_000_000n)).toMatchObject({ events: 1n });
  });

  test("of a range sends all of it, or what failed", async () => {
    const one = await scene();
    one.receiver.answer = (reply, { body }) => {
      const { sequence } = JSON.parse(body) as { sequence: number };
      reply.writeHead(sequence % 2 === 0 ? 500 : 204).end();
    };
    await tellOf(service, one.gameId, 300);
    await dispatchAll(service, one);
    await service.admin.query(
      `UPDATE events.delivery SET state = 'failed', tries = 10, next_attempt_at = NULL
       WHERE endpoint_id = $1 AND state = 'retrying'`,
      [one.endpointId],
    );
    one.receiver.answer = status(204);
    one.receiver.received = [];
    const replay = (more: object) =>
      service.deliveries.replayEvents({
        ...one.named,
        requestId: newId(),
        afterSequence: 1n,
        ...more,
      });
    expect(await replay({ onlyFailed: true, throughSequence: 101n })).toMatchObject({
      events: 50n,
    });
    await expect(replay({})).rejects.toMatchObject({ reason: "REPLAY_RUNNING" });
    await dispatchAll(service, one);
    const even = range(2, 101).filter((sequence) => sequence % 2 === 0);
    expect(sequencesOf(one.receiver.received).toSorted((a, b) => a - b)).toEqual(even);
    one.receiver.received = [];
    expect(await replay({})).toMatchObject({ events: 300n });
    await dispatchAll(service, one);
    expect(sequencesOf(one.receiver.received).toSorted((a, b) => a - b)).toEqual(range(2, 301));
    expect(await replay({ onlyFailed: true })).toMatchObject({ events: 0n });
  });

  test("needs an endpoint to which something is sent, and events that are kept", async () => {
    const one = await scene();
    const [id = ""] = await tellOf(service, one.gameId, 3);
    await dispatchAll(service, one);
    await service.admin.query(
      `UPDATE events.event_head SET forgotten_through = 2 WHERE game_id = $1`,
      [one.gameId],
    );
    const replay = () =>
      service.deliveries.replayEvents({ ...one.named, requestId: newId(), afterSequence: 1n });
    await expect(replay()).rejects.toMatchObject({ reason: "EVENTS_EXPIRED" });
    const retry = (eventId: string) =>
      service.deliveries.retryDelivery({ ...one.named, requestId: newId(), eventId });
    await expect(retry(newId())).rejects.toMatchObject({ reason: "EVENT_NOT_FOUND" });
    const [later = ""] = await tellOf(service, one.gameId, 1);
    await expect(retry(later)).rejects.toMatchObject({ reason: "DELIVERY_NOT_FOUND" });
    await service.endpoints.updateEndpoint({ ...one.named, requestId: newId(), enabled: false });
    await expect(replay()).rejects.toMatchObject({ reason: "ENDPOINT_DISABLED" });
    await expect(retry(id)).rejects.toMatchObject({ reason: "ENDPOINT_DISABLED" });
  });
});

test("deliveries are listed by pages, states and types, and deleted when they are old", async () => {
  const one = await scene();
  await tellOf(service, one.gameId, 5);
  await dispatchAll(service, one);
  const list = (more: object = {}) =>
    service.deliveries.listDeliveries({ ...one.named, pageSize: 2, ...more });
  const first = await list();
  expect(first.deliveries.map(({ sequence }) => Number(sequence))).toEqual([6, 5]);
  const second = await list({ pageToken: first.nextPageToken });
  expect(second.deliveries.map(({ sequence }) => Number(sequence))).toEqual([4, 3]);
  const mixedUp = list({ pageToken: first.nextPageToken, state: DeliveryState.FAILED });
  await expect(mixedUp).rejects.toMatchObject({ reason: "INVALID_PAGE_TOKEN" });
  expect((await list({ type: "tournament.*" })).deliveries).toHaveLength(2);
  expect((await list({ type: "entry.joined" })).deliveries).toEqual([]);
  const retention = createDeliveryRetention(service.context.db, service.context.log);
  await service.admin.query(
    `UPDATE events.delivery SET changed_at = now() - make_interval(days => CASE
       WHEN sequence = 2 THEN 8 WHEN sequence = 3 THEN 31 ELSE 6 END),
       state = CASE WHEN sequence = 4 THEN 'failed' ELSE state END
     WHERE endpoint_id = $1`,
    [one.endpointId],
  );
  await retention.runOnce();
  const left = (await list({ pageSize: 10 })).deliveries.map(({ sequence }) => Number(sequence));
  expect(left).toEqual([6, 5, 4]);
});

test("deliveries of a type that hardly any has are looked for among ten thousand at a time", async () => {
  const one = await scene();
  await service.admin.query(
    `INSERT INTO events.delivery (endpoint_id, sequence, event_id, event_type, state, attempts, tries)
     SELECT $1, n, gen_random_uuid(), CASE n WHEN 1 THEN 'payout.paid' ELSE 'entry.joined' END,
       'delivered', 1, 1
     FROM generate_series(1, 10001) AS n`,
    [one.endpointId],
  );
  const rare = { ...one.named, type: "payout.*", pageSize: 1 };
  for (const filter of [rare, { ...rare, state: DeliveryState.DELIVERED }]) {
    const first = await service.deliveries.listDeliveries(filter);
    expect(first.deliveries).toEqual([]);
    const next = { ...filter, pageToken: first.nextPageToken };
    const second = await service.deliveries.listDeliveries(next);
    expect(second.deliveries.map(({ sequence }) => Number(sequence))).toEqual([1]);
    expect(second.nextPageToken).toBe("");
  }
  const usual = { ...one.named, type: "entry.joined", pageSize: 2 };
  const page = await service.deliveries.listDeliveries(usual);
  expect(page.deliveries.map(({ sequence }) => Number(sequence))).toEqual([10_001, 10_000]);
});
