import { DeliveryState } from "@tms/proto/tms/event/v1/delivery";
import { EndpointState } from "@tms/proto/tms/event/v1/endpoint";
import type { World } from "../../../test/world/world.ts";
import {
  describe,
  dispatchAll,
  expect,
  passTime,
  range,
  recordMany,
  test as base,
  type Scene,
} from "./fixture.ts";
import { idsOf, sequencesOf, startReceiver, status } from "./receiver.ts";

/** `openFailing` opens an endpoint that refused its first events, of so many that wait. */
const test = base.extend(
  "openFailing",
  async ({ openScene, world }) =>
    async (waiting: number): Promise<Scene> => {
      const one = await openScene({ answer: status(500) });
      await recordMany(world, one.gameId, waiting);
      await dispatchAll(world, one);
      return one;
    },
);

const findBackoff = async ({ admin }: World, { endpointId }: Scene) => {
  const { rows } = await admin.query<{ failures: number; seconds: number | null }>(
    `SELECT failures, extract(epoch FROM backoff_until - now())::float8 AS seconds
     FROM events.dispatch WHERE endpoint_id = $1`,
    [endpointId],
  );
  return rows[0];
};
const endBackoff = ({ admin }: World, { endpointId }: Scene) =>
  admin.query(`UPDATE events.dispatch SET backoff_until = now() WHERE endpoint_id = $1`, [
    endpointId,
  ]);

describe("an endpoint that takes nothing", () => {
  test("gets few events, and none during backoff", async ({ openFailing, startReplica, world }) => {
    const one = await openFailing(300);
    // Five refusals, and the other requests that were under way by then.
    const tried = one.receiver.received.length;
    expect(tried).toBeLessThan(5 + 8);
    for (const context of [world.contexts.events, startReplica().context])
      await context.dispatcher.runOnce();
    expect(one.receiver.received).toHaveLength(tried);
    const { deliveries } = await world.deliveries.listDeliveries({ ...one.key, pageSize: 100 });
    expect(deliveries).toHaveLength(tried);
    const { endpoint } = await world.endpoints.getEndpoint(one.key);
    expect(endpoint).toMatchObject({
      state: EndpointState.FAILING,
      position: BigInt(tried + 1),
      lagEvents: BigInt(300 - tried),
    });
  });

  test("gets one event per backoff, new and retry in turn", async ({ openFailing, world }) => {
    const one = await openFailing(300);
    const tried = one.receiver.received.length;
    const backoffs: number[] = [];
    for (let probe = 1; probe <= 4; probe++) {
      one.receiver.received = [];
      await passTime(world, one.endpointId);
      await dispatchAll(world, one);
      expect(one.receiver.received).toHaveLength(1);
      const [sequence = 0] = sequencesOf(one.receiver.received);
      expect([probe, sequence > tried + 1]).toEqual([probe, probe % 2 === 1]);
      backoffs.push((await findBackoff(world, one))?.seconds ?? 0);
    }
    expect(backoffs).toEqual(backoffs.toSorted((a, b) => a - b));
  });

  test("gets all events in order once it takes one", async ({ openFailing, world }) => {
    const one = await openFailing(300);
    const tried = one.receiver.received.length;
    one.receiver.answer = status(204);
    one.receiver.received = [];
    await endBackoff(world, one);
    await dispatchAll(world, one);
    // Retries of the events before may be due by now.
    const fresh = sequencesOf(one.receiver.received).filter((sequence) => sequence > tried + 1);
    expect(fresh[0]).toBe(tried + 2);
    expect(fresh.toSorted((a, b) => a - b)).toEqual(range(tried + 2, 301));
    expect(await findBackoff(world, one)).toEqual({ failures: 0, seconds: null });
    await passTime(world, one.endpointId);
    await dispatchAll(world, one);
    expect(new Set(sequencesOf(one.receiver.received))).toEqual(new Set(range(2, 301)));
  });

  test("shows when each event can be sent at the earliest", async ({ openFailing, world }) => {
    const one = await openFailing(300);
    await world.admin.query(
      `UPDATE events.dispatch SET backoff_until = '2100-01-01Z' WHERE endpoint_id = $1`,
      [one.endpointId],
    );
    const { deliveries } = await world.deliveries.listDeliveries({
      ...one.key,
      state: DeliveryState.RETRYING,
    });
    for (const { nextAttemptTime } of deliveries)
      expect(nextAttemptTime?.seconds).toBe(BigInt(Date.UTC(2100, 0, 1) / 1_000));
  });
});

describe("a backoff ends", () => {
  const expectSent = async (world: World, one: Scene, id?: string) => {
    one.receiver.received = [];
    await world.contexts.events.dispatcher.runOnce();
    expect(one.receiver.received).toHaveLength(1);
    if (id !== undefined) expect(idsOf(one.receiver.received)).toEqual([id]);
  };

  test("with a retry, which is sent at once", async ({ openFailing, world }) => {
    const one = await openFailing(300);
    const id = idsOf(one.receiver.received).at(-1) ?? "";
    await world.deliveries.retryDelivery({ ...one.request(), eventId: id });
    await expectSent(world, one, id);
  });

  test("with a replay, of which one event is sent at first", async ({ openFailing, world }) => {
    const one = await openFailing(10);
    await world.deliveries.replayEvents({ ...one.request(), afterSequence: 1n });
    await expectSent(world, one);
    one.receiver.answer = status(204);
    await passTime(world, one.endpointId);
    await dispatchAll(world, one);
    expect(new Set(sequencesOf(one.receiver.received))).toEqual(new Set(range(2, 11)));
  });

  test("with a test that arrives", async ({ openFailing, world }) => {
    const one = await openFailing(300);
    await world.deliveries.testEndpoint(one.request());
    await world.contexts.events.dispatcher.runOnce();
    const types = () =>
      one.receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
    expect(types().at(-1)).toBe("webhook.test");
    one.receiver.answer = status(204);
    await world.deliveries.testEndpoint(one.request());
    await expectSent(world, one);
  });

  test("with another URL, and with a new start", async ({ openFailing, world }) => {
    const one = await openFailing(300);
    const tried = one.receiver.received.length;
    const other = await startReceiver();
    await world.endpoints.updateEndpoint({ ...one.request(), url: other.url });
    await dispatchAll(world, one);
    // The change of the endpoint is an event, too.
    expect(other.received).toHaveLength(300 - tried + 1);
    other.answer = status(500);
    await recordMany(world, one.gameId, 20);
    await dispatchAll(world, one);
    other.answer = status(204);
    for (const enabled of [false, true])
      await world.endpoints.updateEndpoint({ ...one.request(), enabled });
    await dispatchAll(world, one);
    const { endpoint } = await world.endpoints.getEndpoint(one.key);
    expect(endpoint).toMatchObject({ state: EndpointState.ACTIVE, lagEvents: 0n });
    await other.close();
  });
});
