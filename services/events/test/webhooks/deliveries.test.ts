import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { DeliveryState } from "@tms/proto/tms/event/v1/delivery";
import { DisabledReason, EndpointState } from "@tms/proto/tms/event/v1/endpoint";
import { Role } from "@tms/proto/tms/game/v1/member";
import { startEvents, type EventsUnderTest } from "../service.ts";
import { idsOf, sequencesOf, status } from "./receiver.ts";
import { createScenes, dispatchAll, logOf, passTime, range, tellOf, type Scene } from "./scene.ts";

let service: EventsUnderTest;
beforeAll(async () => void (service = await startEvents({ limitMs: 500 })));
afterAll(() => service.stop());

const scenes = createScenes(() => service);
const { scene } = scenes;
afterEach(() => scenes.end());

const deliveryOf = ({ named }: Scene, eventId: string) =>
  service.deliveries.getDelivery({ ...named, eventId });
const endpointOf = async ({ named }: Scene) =>
  (await service.endpoints.getEndpoint(named)).endpoint;

describe("events", () => {
  test("are sent to whoever wants them, in their order, as they stand in the log", async () => {
    const one = await scene();
    const ids = await tellOf(service, one.gameId, 450);
    await dispatchAll(service, one);
    expect(sequencesOf(one.receiver.received).toSorted((a, b) => a - b)).toEqual(range(2, 451));
    expect(new Set(idsOf(one.receiver.received))).toEqual(new Set(ids));
    const log = await logOf(service, one.gameId);
    const bodies = new Map(log.map(({ sequence, body }) => [sequence, body]));
    for (const [index, sequence] of sequencesOf(one.receiver.received).entries())
      expect(one.receiver.received[index]?.body).toBe(bodies.get(sequence));
    expect(await endpointOf(one)).toMatchObject({
      position: 451n,
      lagEvents: 0n,
      state: EndpointState.ACTIVE,
      attemptsOfDay: 450,
      failuresOfDay: 0,
    });
  });

  test("are signed as the standard has it, with each secret that is valid", async () => {
    const one = await scene();
    const rolled = await service.endpoints.rollEndpointSecret({
      ...one.named,
      requestId: newId(),
      graceSeconds: 3_600,
    });
    const [id] = await tellOf(service, one.gameId, 1);
    await dispatchAll(service, one);
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

  test("that an endpoint does not want are passed over", async () => {
    const one = await scene({ events: ["payout.*"] });
    await tellOf(service, one.gameId, 30);
    await dispatchAll(service, one);
    expect(one.receiver.received).toEqual([]);
    expect(await endpointOf(one)).toMatchObject({ position: 31n });
    const { deliveries } = await service.deliveries.listDeliveries(one.named);
    expect(deliveries).toEqual([]);
  });
});

describe("a failed attempt", () => {
  test("is repeated on the schedule, under the same id with a new time", async () => {
    const one = await scene({ answer: status(500) });
    const [id = ""] = await tellOf(service, one.gameId, 1);
    for (let attempt = 1; attempt <= 10; attempt++) {
      await dispatchAll(service, one);
      const { delivery } = await deliveryOf(one, id);
      expect([attempt, delivery?.attempts]).toEqual([attempt, attempt]);
      await passTime(service, one.endpointId);
    }
    await dispatchAll(service, one);
    expect(idsOf(one.receiver.received)).toEqual(Array.from({ length: 10 }, () => id));
    const { delivery, attempts } = await deliveryOf(one, id);
    expect(delivery).toMatchObject({ state: DeliveryState.FAILED, attempts: 10 });
    expect(attempts.map(({ number, status: code }) => [number, code])).toEqual(
      range(1, 10).map((number) => [number, 500]),
    );
  });

  test("is repeated after the pause that the receiver asks for, if that is longer", async () => {
    const one = await scene({ answer: status(503, { "retry-after": "3600" }) });
    const [id = ""] = await tellOf(service, one.gameId, 1);
    await dispatchAll(service, one);
    const { delivery } = await deliveryOf(one, id);
    const inSeconds = Number(delivery?.nextAttemptTime?.seconds) - Date.now() / 1_000;
    expect(inSeconds).toBeGreaterThan(3_500);
    expect(inSeconds).toBeLessThan(3_700);
  });

  test("holds up no later event, and an event that succeeds late comes once more", async () => {
    const one = await scene();
    let left = 3;
    one.receiver.answer = (reply) => void reply.writeHead(left-- > 0 ? 500 : 204).end();
    await tellOf(service, one.gameId, 10);
    await dispatchAll(service, one);
    expect(new Set(sequencesOf(one.receiver.received))).toEqual(new Set(range(2, 11)));
    expect(await endpointOf(one)).toMatchObject({ position: 11n });
    await passTime(service, one.endpointId);
    await dispatchAll(service, one);
    expect(one.receiver.received).toHaveLength(13);
    const { deliveries } = await service.deliveries.listDeliveries({
      ...one.named,
      state: DeliveryState.DELIVERED,
    });
    expect(deliveries.map(({ sequence }) => Number(sequence))).toEqual(range(2, 11).toReversed());
  });

  test("with 429 leaves one request at a time for a minute", async () => {
    const one = await scene({ answer: status(429) });
    await tellOf(service, one.gameId, 3);
    await dispatchAll(service, one);
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
    answerAfter(() => endpointOf(one));
    await tellOf(service, one.gameId, 10);
    await dispatchAll(service, one);
    expect(most).toBe(1);
    await passTime(service, one.endpointId);
    answerAfter(() => expect.poll(() => most).toBe(8));
    await tellOf(service, one.gameId, 20);
    await dispatchAll(service, one);
    expect(most).toBe(8);
  });
});

describe("an endpoint", () => {
  test("that answers 410 is disabled at once, and told so", async () => {
    const one = await scene({ answer: status(410) });
    const game = service.games.environments.get(one.gameId);
    if (game === undefined) throw new Error("the environment is missing");
    const [owner, developer, viewer] = [newId(), newId(), newId()];
    service.members.add(owner, game, Role.OWNER);
    service.members.add(developer, game, Role.DEVELOPER);
    service.members.add(viewer, game, Role.VIEWER);
    await tellOf(service, one.gameId, 1);
    await service.context.dispatcher.runOnce();
    expect(await endpointOf(one)).toMatchObject({
      enabled: false,
      state: EndpointState.DISABLED,
      disabledReason: DisabledReason.GONE,
    });
    const told = (await logOf(service, one.gameId)).at(-1);
    expect(told).toMatchObject({ type: "webhook_endpoint.disabled", data: { reason: "gone" } });
    await service.context.relay.runOnce();
    await service.context.relay.runOnce();
    const mailed = service.mails.filter(({ content }) => content.case === "endpointDisabled");
    expect(mailed).toHaveLength(2);
    expect(new Set(mailed.map(({ to }) => to.value))).toEqual(new Set([owner, developer]));
    // What it did not take is sent when it is enabled again.
    one.receiver.answer = status(204);
    await service.endpoints.updateEndpoint({ ...one.named, requestId: newId(), enabled: true });
    await passTime(service, one.endpointId);
    await dispatchAll(service, one);
    const sequences = sequencesOf(one.receiver.received);
    expect(new Set(sequences)).toEqual(new Set(range(2, 4)));
  });

  test("for which nothing succeeded in three days is disabled by its next exhausted event", async () => {
    const one = await scene({ answer: status(500) });
    const exhaust = async () => {
      const [id = ""] = await tellOf(service, one.gameId, 1);
      await dispatchAll(service, one);
      await service.admin.query(
        `UPDATE events.delivery SET tries = 9, next_attempt_at = now() WHERE event_id = $1`,
        [id],
      );
      await dispatchAll(service, one);
      return (await deliveryOf(one, id)).delivery?.state;
    };
    expect(await exhaust()).toBe(DeliveryState.FAILED);
    expect(await endpointOf(one)).toMatchObject({ enabled: true, state: EndpointState.FAILING });
    await service.admin.query(
      `UPDATE events.endpoint SET enabled_at = now() - interval '73 hours' WHERE id = $1`,
      [one.endpointId],
    );
    await exhaust();
    expect(await endpointOf(one)).toMatchObject({
      enabled: false,
      disabledReason: DisabledReason.FAILING,
    });
    const { rows } = await service.admin.query<{ kind: string }>(
      `SELECT payload->>'kind' AS kind FROM events.outbox
       WHERE payload->>'gameId' = $1 ORDER BY id`,
      [one.gameId],
    );
    // The first exhausted event of a day, and the end.
    expect(rows.map(({ kind }) => kind)).toEqual(["failing", "disabled"]);
  });

  test("that is tried gets an event of its own, also while it is paused", async () => {
    const one = await scene();
    const other = await service.endpoints.createEndpoint({
      requestId: newId(),
      gameId: one.gameId,
      url: one.receiver.url.replace("/hooks", "/others"),
    });
    await service.endpoints.updateEndpoint({ ...one.named, requestId: newId(), enabled: false });
    one.receiver.answer = (reply) => reply.writeHead(418).end("short and stout");
    const request = { ...one.named, requestId: newId() };
    const tried = await service.deliveries.testEndpoint(request);
    expect(tried).toMatchObject({
      delivery: { eventType: "webhook.test", state: DeliveryState.FAILED, attempts: 1 },
      attempts: [{ status: 418, answer: "short and stout" }],
    });
    const repeated = await service.deliveries.testEndpoint(request);
    expect(repeated.delivery?.eventId).toBe(tried.delivery?.eventId);
    expect(one.receiver.received).toHaveLength(1);
    one.receiver.answer = status(204);
    await dispatchAll(service, {
      named: { gameId: one.gameId, endpointId: other.endpoint?.id ?? "" },
    });
    const types = one.receiver.received
      .filter(({ path }) => path === "/others")
      .map(({ body }) => (JSON.parse(body) as { type: string }).type);
    expect(types).toEqual(["webhook_endpoint.disabled"]);
  });
});
