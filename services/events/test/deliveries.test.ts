import type { ServerResponse } from "node:http";
import { isMessage } from "@bufbuild/protobuf";
import { newId } from "@tms/kit/values/ids";
import { DeliveryState } from "@tms/proto/tms/event/v1/delivery";
import { DisabledReason, EndpointState } from "@tms/proto/tms/event/v1/endpoint";
import { SendMailRequestSchema } from "@tms/proto/tms/identity/v1/identity";
import { Webhook } from "standardwebhooks";
import { addPerson } from "../../../test/world/actions.ts";
import type { World } from "../../../test/world/world.ts";
import {
  describe,
  dispatchAll,
  expect,
  passTime,
  range,
  readLog,
  recordMany,
  test,
  type Scene,
} from "./fixture.ts";
import { idsOf, sequencesOf, startReceiver, status } from "./receiver.ts";

const findDelivery = ({ deliveries }: World, { key }: Scene, eventId: string) =>
  deliveries.getDelivery({ ...key, eventId });
const findEndpoint = async ({ endpoints }: World, { key }: Scene) =>
  (await endpoints.getEndpoint(key)).endpoint;

/** Adds a person to the game of an environment; returns the user's id. */
async function addMember(world: World, gameId: string, role: string): Promise<string> {
  const userId = await addPerson(world, role);
  await world.admin.query(
    `INSERT INTO game.member (project_id, user_id, role)
     SELECT project_id, $2, $3 FROM game.game WHERE id = $1`,
    [gameId, userId, role],
  );
  return userId;
}

describe("events", () => {
  test("are sent in their order, as they stand in the log", async ({ openScene, world }) => {
    const one = await openScene();
    const ids = await recordMany(world, one.gameId, 450);
    await dispatchAll(world, one);
    expect(sequencesOf(one.receiver.received).toSorted((a, b) => a - b)).toEqual(range(2, 451));
    expect(new Set(idsOf(one.receiver.received))).toEqual(new Set(ids));
    const log = await readLog(world, one.gameId);
    const bodies = new Map(log.map(({ sequence, body }) => [sequence, body]));
    for (const [index, sequence] of sequencesOf(one.receiver.received).entries())
      expect(one.receiver.received[index]?.body).toBe(bodies.get(sequence));
    expect(await findEndpoint(world, one)).toMatchObject({
      position: 451n,
      lagEvents: 0n,
      state: EndpointState.ACTIVE,
      attemptsOfDay: 450,
      failuresOfDay: 0,
    });
  });

  test("are signed by the standard, with each valid secret", async ({ openScene, world }) => {
    const one = await openScene();
    const rolled = await world.endpoints.rollEndpointSecret({
      ...one.request(),
      graceSeconds: 3_600,
    });
    const [id] = await recordMany(world, one.gameId, 1);
    await dispatchAll(world, one);
    const [, received] = one.receiver.received;
    const headers = received?.headers as Record<string, string>;
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "TMS-Webhooks/1.0",
      "webhook-id": id,
    });
    expect(headers["webhook-signature"]?.split(" ")).toHaveLength(2);
    for (const secret of [one.secret, rolled.secret])
      expect(new Webhook(secret).verify(received?.body ?? "", headers)).toMatchObject({ id });
    const stranger = new Webhook(`whsec_${Buffer.alloc(32).toString("base64")}`);
    expect(() => stranger.verify(received?.body ?? "", headers)).toThrow("No matching signature");
  });

  test("of other types are skipped", async ({ openScene, world }) => {
    const one = await openScene({ events: ["payout.*"] });
    await recordMany(world, one.gameId, 30);
    await dispatchAll(world, one);
    expect(one.receiver.received).toEqual([]);
    expect(await findEndpoint(world, one)).toMatchObject({ position: 31n });
    const { deliveries } = await world.deliveries.listDeliveries(one.key);
    expect(deliveries).toEqual([]);
  });
});

describe("a failed attempt", () => {
  test("is repeated on the schedule, under the same id", async ({ openScene, world }) => {
    const one = await openScene({ answer: status(500) });
    const [id = ""] = await recordMany(world, one.gameId, 1);
    for (let attempt = 1; attempt <= 10; attempt++) {
      await dispatchAll(world, one);
      const { delivery } = await findDelivery(world, one, id);
      expect([attempt, delivery?.attempts]).toEqual([attempt, attempt]);
      await passTime(world, one.endpointId);
    }
    await dispatchAll(world, one);
    expect(idsOf(one.receiver.received)).toEqual(Array.from({ length: 10 }, () => id));
    const { delivery, attempts } = await findDelivery(world, one, id);
    expect(delivery).toMatchObject({ state: DeliveryState.FAILED, attempts: 10 });
    expect(attempts.map(({ number, status: code }) => [number, code])).toEqual(
      range(1, 10).map((number) => [number, 500]),
    );
  });

  test("is repeated after the receiver's pause, if longer", async ({ openScene, world }) => {
    const one = await openScene({ answer: status(503, { "retry-after": "3600" }) });
    const [id = ""] = await recordMany(world, one.gameId, 1);
    await dispatchAll(world, one);
    const { delivery } = await findDelivery(world, one, id);
    const inSeconds = Number(delivery?.nextAttemptTime?.seconds) - Date.now() / 1_000;
    expect(inSeconds).toBeGreaterThan(3_500);
    expect(inSeconds).toBeLessThan(3_700);
  });

  test("delays no later event, and is repeated until it succeeds", async ({ openScene, world }) => {
    const one = await openScene();
    let left = 3;
    one.receiver.answer = (reply) => void reply.writeHead(left-- > 0 ? 500 : 204).end();
    await recordMany(world, one.gameId, 10);
    await dispatchAll(world, one);
    expect(new Set(sequencesOf(one.receiver.received))).toEqual(new Set(range(2, 11)));
    expect(await findEndpoint(world, one)).toMatchObject({ position: 11n });
    await passTime(world, one.endpointId);
    await dispatchAll(world, one);
    expect(one.receiver.received).toHaveLength(13);
    const { deliveries } = await world.deliveries.listDeliveries({
      ...one.key,
      state: DeliveryState.DELIVERED,
    });
    expect(deliveries.map(({ sequence }) => Number(sequence))).toEqual(range(2, 11).toReversed());
  });

  test("with 429 leaves one request at a time for a minute", async ({ openScene, world }) => {
    const one = await openScene({ answer: status(429) });
    await recordMany(world, one.gameId, 3);
    await dispatchAll(world, one);
    let [underWay, most] = [0, 0];
    const answerAfter = (condition: () => Promise<unknown>) => {
      one.receiver.answer = (reply) => {
        most = Math.max(most, ++underWay);
        void condition().finally(() => {
          underWay--;
          reply.writeHead(204).end();
        });
      };
    };
    // As long as a call takes to the service and its database another request could come.
    answerAfter(() => findEndpoint(world, one));
    await recordMany(world, one.gameId, 10);
    await dispatchAll(world, one);
    expect(most).toBe(1);
    await passTime(world, one.endpointId);
    answerAfter(() => expect.poll(() => most).toBe(8));
    await recordMany(world, one.gameId, 20);
    await dispatchAll(world, one);
    expect(most).toBe(8);
  });
});

describe("an endpoint", () => {
  test("that answers 410 is disabled, and developers get a mail", async ({ openScene, world }) => {
    const one = await openScene({ answer: status(410) });
    const [owner, developer] = [
      await addMember(world, one.gameId, "owner"),
      await addMember(world, one.gameId, "developer"),
    ];
    await addMember(world, one.gameId, "viewer");
    await recordMany(world, one.gameId, 1);
    await world.contexts.events.dispatcher.runOnce();
    expect(await findEndpoint(world, one)).toMatchObject({
      enabled: false,
      state: EndpointState.DISABLED,
      disabledReason: DisabledReason.GONE,
    });
    const lastEvent = (await readLog(world, one.gameId)).at(-1);
    expect(lastEvent).toMatchObject({
      type: "webhook_endpoint.disabled",
      data: { reason: "gone" },
    });
    for (let repeat = 0; repeat < 2; repeat++) await world.contexts.events.relay.runOnce();
    const mailed = world
      .calls("SendMail")
      .flatMap(({ request }) => (isMessage(request, SendMailRequestSchema) ? [request] : []));
    const { url } = one.receiver;
    const disabled = mailed.filter(
      ({ content }) => content.case === "endpointDisabled" && content.value.url === url,
    );
    expect(disabled).toHaveLength(2);
    expect(new Set(disabled.map(({ to }) => to.value))).toEqual(new Set([owner, developer]));
    // What it did not take is sent when it is enabled again.
    one.receiver.answer = status(204);
    await world.endpoints.updateEndpoint({ ...one.request(), enabled: true });
    await passTime(world, one.endpointId);
    await dispatchAll(world, one);
    const sequences = sequencesOf(one.receiver.received);
    expect(new Set(sequences)).toEqual(new Set(range(2, 4)));
  });

  test("that failed for three days is disabled", async ({ openScene, world }) => {
    const one = await openScene({ answer: status(500) });
    const exhaust = async () => {
      const [id = ""] = await recordMany(world, one.gameId, 1);
      await dispatchAll(world, one);
      await world.admin.query(
        `UPDATE events.delivery SET tries = 9, next_attempt_at = now() WHERE event_id = $1`,
        [id],
      );
      await dispatchAll(world, one);
      return (await findDelivery(world, one, id)).delivery?.state;
    };
    expect(await exhaust()).toBe(DeliveryState.FAILED);
    expect(await findEndpoint(world, one)).toMatchObject({
      enabled: true,
      state: EndpointState.FAILING,
    });
    await world.admin.query(
      `UPDATE events.endpoint SET enabled_at = now() - interval '73 hours' WHERE id = $1`,
      [one.endpointId],
    );
    await exhaust();
    expect(await findEndpoint(world, one)).toMatchObject({
      enabled: false,
      disabledReason: DisabledReason.FAILING,
    });
    const { rows } = await world.admin.query<{ kind: string }>(
      `SELECT payload->>'kind' AS kind FROM events.outbox
       WHERE payload->>'gameId' = $1 ORDER BY id`,
      [one.gameId],
    );
    // The first exhausted event of a day, and the end.
    expect(rows.map(({ kind }) => kind)).toEqual(["failing", "disabled"]);
  });

  test("that is tested gets its own event, even while paused", async ({ openScene, world }) => {
    const one = await openScene();
    const other = await world.endpoints.createEndpoint({
      requestId: newId(),
      gameId: one.gameId,
      url: one.receiver.url.replace("/hooks", "/others"),
    });
    await world.endpoints.updateEndpoint({ ...one.request(), enabled: false });
    one.receiver.answer = (reply) => reply.writeHead(418).end("short and stout");
    const request = one.request();
    const tried = await world.deliveries.testEndpoint(request);
    expect(tried).toMatchObject({
      delivery: { eventType: "webhook.test", state: DeliveryState.FAILED, attempts: 1 },
      attempts: [{ status: 418, answer: "short and stout" }],
    });
    const repeated = await world.deliveries.testEndpoint(request);
    expect(repeated.delivery?.eventId).toBe(tried.delivery?.eventId);
    expect(one.receiver.received).toHaveLength(1);
    one.receiver.answer = status(204);
    await dispatchAll(world, {
      key: { gameId: one.gameId, endpointId: other.endpoint?.id ?? "" },
    });
    const types = one.receiver.received
      .filter(({ path }) => path === "/others")
      .map(({ body }) => (JSON.parse(body) as { type: string }).type);
    expect(types).toEqual(["webhook_endpoint.disabled"]);
  });
});

/** Begins a lease with one request, which the test answers. */
async function beginLease(world: World, { receiver }: Scene) {
  const reached = Promise.withResolvers<ServerResponse>();
  receiver.answer = reached.resolve;
  const lease = world.contexts.events.dispatcher.runOnce();
  const reply = await reached.promise;
  return async (code: number) => {
    reply.writeHead(code).end();
    await lease;
    receiver.answer = status(204);
  };
}

/** Records an event whose first attempts fail, and which is due for its next one. */
async function recordFailed(world: World, one: Scene, tries: number): Promise<string> {
  one.receiver.answer = status(500);
  const [id = ""] = await recordMany(world, one.gameId, 1);
  await dispatchAll(world, one);
  await world.admin.query(
    `UPDATE events.delivery SET tries = $2, next_attempt_at = now() - interval '1 second'
     WHERE event_id = $1`,
    [id, tries],
  );
  return id;
}

describe("a retry that is requested during an attempt", () => {
  const retryDuring = async (world: World, one: Scene, eventId: string, code: number) => {
    const answer = await beginLease(world, one);
    await world.deliveries.retryDelivery({ ...one.request(), eventId });
    await answer(code);
    return await world.deliveries.getDelivery({ ...one.key, eventId });
  };

  test.for([
    ["the last", 9],
    ["the last but one", 8],
  ] as const)("is kept if that one, %s, fails", async ([, tries], { openScene, world }) => {
    const one = await openScene();
    const id = await recordFailed(world, one, tries);
    // Nothing has succeeded for so long that a given up event would disable the endpoint.
    await world.admin.query(
      `UPDATE events.endpoint SET enabled_at = now() - interval '73 hours' WHERE id = $1`,
      [one.endpointId],
    );
    const { delivery, attempts } = await retryDuring(world, one, id, 500);
    expect(delivery).toMatchObject({ state: DeliveryState.RETRYING, attempts: 2 });
    expect(attempts.map(({ number, replay }) => [number, replay])).toEqual([
      [1, false],
      [2, false],
    ]);
    const { endpoint } = await world.endpoints.getEndpoint(one.key);
    expect(endpoint).toMatchObject({ enabled: true });
    // It is due at once, and has all its attempts before it.
    one.receiver.answer = status(500);
    await dispatchAll(world, one);
    const failed = await world.deliveries.getDelivery({ ...one.key, eventId: id });
    expect(failed.delivery).toMatchObject({ state: DeliveryState.RETRYING, attempts: 3 });
    expect(failed.attempts.at(-1)).toMatchObject({ number: 3, replay: true });
  });

  test("is done if that one succeeds", async ({ openScene, world }) => {
    const one = await openScene();
    const id = await recordFailed(world, one, 9);
    const { delivery } = await retryDuring(world, one, id, 204);
    expect(delivery).toMatchObject({ state: DeliveryState.DELIVERED, attempts: 2 });
    await dispatchAll(world, one);
    expect(one.receiver.received).toHaveLength(2);
  });
});

describe("an answer from the endpoint's former URL", () => {
  test.for([410, 429, 500])(
    "does not change the endpoint: %i",
    async (code, { openScene, world }) => {
      const one = await openScene();
      const [id = ""] = await recordMany(world, one.gameId, 1);
      const answer = await beginLease(world, one);
      const other = await startReceiver();
      const change = { ...one.request(), url: other.url };
      await world.endpoints.updateEndpoint(change);
      await answer(code);
      const { endpoint } = await world.endpoints.getEndpoint(one.key);
      expect(endpoint).toMatchObject({ enabled: true, state: EndpointState.ACTIVE, position: 2n });
      expect(endpoint?.lastFailureTime).toBeUndefined();
      const { rows } = await world.admin.query(
        `SELECT slow_until FROM events.dispatch WHERE endpoint_id = $1`,
        [one.endpointId],
      );
      expect(rows).toEqual([{ slow_until: null }]);
      // It is an attempt nevertheless, after which the next one goes to the new URL.
      const { delivery, attempts } = await world.deliveries.getDelivery({
        ...one.key,
        eventId: id,
      });
      expect(delivery).toMatchObject({ state: DeliveryState.RETRYING, attempts: 1 });
      expect(attempts).toMatchObject([{ status: code }]);
      await passTime(world, one.endpointId);
      await dispatchAll(world, one);
      expect(new Set(sequencesOf(other.received))).toEqual(new Set(range(2, 3)));
      await other.close();
    },
  );

  test("does not answer a retry that was requested since", async ({ openScene, world }) => {
    const one = await openScene();
    const id = await recordFailed(world, one, 1);
    const answer = await beginLease(world, one);
    const other = await startReceiver();
    const change = { ...one.request(), url: other.url };
    await world.endpoints.updateEndpoint(change);
    const request = { ...one.request(), eventId: id };
    await world.deliveries.retryDelivery(request);
    await answer(204);
    await dispatchAll(world, one);
    expect(idsOf(other.received)).toContain(id);
    await other.close();
  });
});

describe("a process that stops while requests are under way", () => {
  test("sends again only what was cut off", async ({ openScene, startReplica, world }) => {
    const one = await openScene();
    const again = await recordFailed(world, one, 1);
    // An endpoint that took no event yet gets fewer at once.
    await world.admin.query(`UPDATE events.endpoint SET last_success_at = now() WHERE id = $1`, [
      one.endpointId,
    ]);
    await recordMany(world, one.gameId, 30);
    one.receiver.received = [];
    // Of eight requests at once all hang in the end, so whatever else was begun has its outcome.
    const hung: number[] = [];
    one.receiver.answer = (reply, received) => {
      const [sequence = 0] = sequencesOf([received]);
      if (sequence === 5 || sequence > 8) hung.push(sequence);
      else reply.writeHead(204).end();
    };
    const stopped = startReplica();
    const dispatcher = stopped.context.dispatcher.start();
    await expect.poll(() => hung.length).toBe(8);
    await dispatcher.stop();
    await stopped.stop();
    const before = sequencesOf(one.receiver.received);
    expect(before.toSorted((a, b) => a - b)).toEqual(range(2, 15));
    const { endpoint } = await world.endpoints.getEndpoint(one.key);
    expect(endpoint).toMatchObject({ position: 15n, state: EndpointState.ACTIVE });
    const known = await world.deliveries.getDelivery({ ...one.key, eventId: again });
    expect(known.delivery).toMatchObject({ state: DeliveryState.DELIVERED, attempts: 2 });
    one.receiver.answer = status(204);
    one.receiver.received = [];
    await dispatchAll(world, one);
    const after = sequencesOf(one.receiver.received).toSorted((a, b) => a - b);
    expect(after).toEqual([...hung.toSorted((a, b) => a - b), ...range(16, 32)]);
    const { deliveries } = await world.deliveries.listDeliveries({
      ...one.key,
      state: DeliveryState.DELIVERED,
      pageSize: 100,
    });
    expect(deliveries.map(({ attempts }) => attempts)).toEqual([
      ...Array.from({ length: 30 }, () => 1),
      2,
    ]);
  });
});
