import { createRetention } from "@tms/kit/database/retention";
import { newId } from "@tms/kit/values/ids";
import { DeliveryState } from "@tms/proto/tms/event/v1/delivery";
import { createGame, getReason } from "../../../test/world/actions.ts";
import { OLD_ROWS } from "../src/db/retention.ts";
import { describe, dispatchAll, expect, range, recordMany, test } from "./fixture.ts";
import { sequencesOf, status } from "./receiver.ts";

describe("a replay", () => {
  test("of one event sends the same again", async ({ openScene, world }) => {
    const one = await openScene();
    const [id = ""] = await recordMany(world, one.gameId, 1);
    await dispatchAll(world, one);
    const request = { ...one.request(), eventId: id };
    const { delivery } = await world.deliveries.retryDelivery(request);
    expect(delivery).toMatchObject({ eventId: id, state: DeliveryState.RETRYING });
    await world.deliveries.retryDelivery(request);
    await dispatchAll(world, one);
    const [first, second, ...more] = one.receiver.received;
    expect(more).toEqual([]);
    expect(second?.body).toBe(first?.body);
    expect(second?.headers["webhook-id"]).toBe(id);
    const { attempts } = await world.deliveries.getDelivery({ ...one.key, eventId: id });
    expect(attempts.map(({ replay }) => replay)).toEqual([false, true]);
  });

  test("of more than a million sequences is refused", async ({ openScene, world }) => {
    const one = await openScene();
    await world.admin.query(
      `UPDATE events.dispatch SET position = 3000000 WHERE endpoint_id = $1`,
      [one.endpointId],
    );
    const replay = (throughSequence?: bigint, onlyFailed = false) =>
      world.deliveries.replayEvents({
        ...one.request(),
        afterSequence: 0n,
        onlyFailed,
        ...(throughSequence !== undefined && { throughSequence }),
      });
    const refused = {
      reason: "INVALID_ARGUMENT",
      fields: [
        { field: "through_sequence", description: "covers more than 1,000,000 sequence numbers" },
      ],
    };
    await expect(replay()).rejects.toMatchObject(refused);
    await expect(replay(1_000_001n)).rejects.toMatchObject(refused);
    // What failed is found wherever it is.
    expect(await replay(undefined, true)).toMatchObject({ events: 0n });
    // The one that tells of the endpoint itself.
    expect(await replay(1_000_000n)).toMatchObject({ events: 1n });
  });

  test("of a range sends all of it, or what failed", async ({ openScene, world }) => {
    const one = await openScene();
    one.receiver.answer = (reply, { body }) => {
      const { sequence } = JSON.parse(body) as { sequence: number };
      reply.writeHead(sequence % 2 === 0 ? 500 : 204).end();
    };
    await recordMany(world, one.gameId, 300);
    await dispatchAll(world, one);
    await world.admin.query(
      `UPDATE events.delivery SET state = 'failed', tries = 10, next_attempt_at = NULL
       WHERE endpoint_id = $1 AND state = 'retrying'`,
      [one.endpointId],
    );
    one.receiver.answer = status(204);
    one.receiver.received = [];
    const replay = (more: object) =>
      world.deliveries.replayEvents({
        ...one.request(),
        afterSequence: 1n,
        ...more,
      });
    expect(await replay({ onlyFailed: true, throughSequence: 101n })).toMatchObject({
      events: 50n,
    });
    expect(await getReason(replay({}))).toBe("REPLAY_RUNNING");
    await dispatchAll(world, one);
    const even = range(2, 101).filter((sequence) => sequence % 2 === 0);
    expect(sequencesOf(one.receiver.received).toSorted((a, b) => a - b)).toEqual(even);
    one.receiver.received = [];
    expect(await replay({})).toMatchObject({ events: 300n });
    await dispatchAll(world, one);
    expect(sequencesOf(one.receiver.received).toSorted((a, b) => a - b)).toEqual(range(2, 301));
    expect(await replay({ onlyFailed: true })).toMatchObject({ events: 0n });
  });

  test("needs an enabled endpoint, and events that are kept", async ({ openScene, world }) => {
    const one = await openScene();
    const [id = ""] = await recordMany(world, one.gameId, 3);
    await dispatchAll(world, one);
    await world.admin.query(
      `UPDATE events.event_head SET forgotten_through = 2 WHERE game_id = $1`,
      [one.gameId],
    );
    const replay = () => world.deliveries.replayEvents({ ...one.request(), afterSequence: 1n });
    expect(await getReason(replay())).toBe("EVENTS_EXPIRED");
    const retry = (eventId: string) =>
      world.deliveries.retryDelivery({ ...one.request(), eventId });
    expect(await getReason(retry(newId()))).toBe("EVENT_NOT_FOUND");
    const [later = ""] = await recordMany(world, one.gameId, 1);
    expect(await getReason(retry(later))).toBe("DELIVERY_NOT_FOUND");
    await world.endpoints.updateEndpoint({ ...one.request(), enabled: false });
    expect(await getReason(replay())).toBe("ENDPOINT_DISABLED");
    expect(await getReason(retry(id))).toBe("ENDPOINT_DISABLED");
  });
});

test("lists deliveries by page and type, and deletes old ones", async ({ openScene, world }) => {
  const one = await openScene();
  await recordMany(world, one.gameId, 5);
  await dispatchAll(world, one);
  const list = (more: object = {}) =>
    world.deliveries.listDeliveries({ ...one.key, pageSize: 2, ...more });
  const first = await list();
  expect(first.deliveries.map(({ sequence }) => Number(sequence))).toEqual([6, 5]);
  const second = await list({ pageToken: first.nextPageToken });
  expect(second.deliveries.map(({ sequence }) => Number(sequence))).toEqual([4, 3]);
  const mixedUp = list({ pageToken: first.nextPageToken, state: DeliveryState.FAILED });
  expect(await getReason(mixedUp)).toBe("INVALID_PAGE_TOKEN");
  expect((await list({ type: "tournament.*" })).deliveries).toHaveLength(2);
  expect((await list({ type: "entry.joined" })).deliveries).toEqual([]);
  const { db, log } = world.contexts.events;
  const retention = createRetention(db, log, OLD_ROWS);
  await world.admin.query(
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

test("ListDeliveries looks for a rare type in parts", async ({ openScene, world }) => {
  const one = await openScene();
  await world.admin.query(
    `INSERT INTO events.delivery (endpoint_id, sequence, event_id, event_type, state, attempts, tries)
     SELECT $1, n, gen_random_uuid(), CASE n WHEN 1 THEN 'payout.paid' ELSE 'entry.joined' END,
       'delivered', 1, 1
     FROM generate_series(1, 10001) AS n`,
    [one.endpointId],
  );
  const rare = { ...one.key, type: "payout.*", pageSize: 1 };
  for (const filter of [rare, { ...rare, state: DeliveryState.DELIVERED }]) {
    const first = await world.deliveries.listDeliveries(filter);
    expect(first.deliveries).toEqual([]);
    const next = { ...filter, pageToken: first.nextPageToken };
    const second = await world.deliveries.listDeliveries(next);
    expect(second.deliveries.map(({ sequence }) => Number(sequence))).toEqual([1]);
    expect(second.nextPageToken).toBe("");
  }
  const usual = { ...one.key, type: "entry.joined", pageSize: 2 };
  const page = await world.deliveries.listDeliveries(usual);
  expect(page.deliveries.map(({ sequence }) => Number(sequence))).toEqual([10_001, 10_000]);
});

test("ListEventDeliveries lists an event's deliveries", async ({ openScene, world }) => {
  const one = await openScene();
  const add = async (path: string, events: string[]) => {
    const url = one.receiver.url.replace("/hooks", path);
    const request = { requestId: newId(), gameId: one.gameId, url, events };
    return (await world.endpoints.createEndpoint(request)).endpoint?.id ?? "";
  };
  const failing = await add("/failing", ["tournament.*"]);
  await add("/others", ["payout.*"]);
  const removed = await add("/removed", ["tournament.*"]);
  one.receiver.answer = (reply, { path }) =>
    void reply.writeHead(path === "/failing" ? 500 : 204).end();
  const [eventId = ""] = await recordMany(world, one.gameId, 1);
  const asked = { gameId: one.gameId, eventId };
  expect(await world.deliveries.listEventDeliveries(asked)).toMatchObject({ deliveries: [] });
  for (const endpointId of [one.endpointId, failing, removed])
    await dispatchAll(world, { key: { gameId: one.gameId, endpointId } });
  await world.endpoints.removeEndpoint({
    requestId: newId(),
    gameId: one.gameId,
    endpointId: removed,
  });
  const { deliveries } = await world.deliveries.listEventDeliveries(asked);
  expect(deliveries).toMatchObject([
    { endpointId: failing, eventId, state: DeliveryState.RETRYING, attempts: 1 },
    { endpointId: one.endpointId, eventId, state: DeliveryState.DELIVERED, attempts: 1 },
  ]);
  const [retrying] = deliveries;
  const { attempts } = await world.deliveries.getDelivery({ ...asked, endpointId: failing });
  expect(retrying?.lastAttemptTime).toEqual(attempts.at(-1)?.time);
  const foreign = { gameId: (await createGame(world)).gameId, eventId };
  expect(await getReason(world.deliveries.listEventDeliveries(foreign))).toBe("EVENT_NOT_FOUND");
});
