import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { originHeaders } from "@tms/kit/rpc/origin";
import { newId } from "@tms/kit/values/ids";
import { DisabledReason, EndpointState } from "@tms/proto/tms/event/v1/endpoint";
import { startEvents, type EventsUnderTest } from "../service.ts";
import { logOf, person, sceneOf, tellOf } from "./scene.ts";

let service: EventsUnderTest;
let strict: EventsUnderTest;
beforeAll(async () => {
  service = await startEvents();
  strict = await startEvents({ allowPrivate: false });
});
afterAll(async () => {
  await service.stop();
  await strict.stop();
});

const newGame = (of = service) => of.games.add().game.id;
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

describe("an endpoint", () => {
  test("is created with a secret that is shown once, and sees what comes after it", async () => {
    const gameId = newGame();
    await tellOf(service, gameId, 2);
    const request = { requestId: newId(), gameId, url: "http://127.0.0.1:9/hooks?a=b" };
    const created = await service.endpoints.createEndpoint(request);
    expect(created.secret).toMatch(SECRET);
    expect(created.endpoint).toMatchObject({
      url: request.url,
      events: ["*"],
      enabled: true,
      state: EndpointState.ACTIVE,
      position: 3n,
      lagEvents: 0n,
    });
    const repeated = await service.endpoints.createEndpoint(request);
    expect(repeated).toMatchObject({ endpoint: { id: created.endpoint?.id }, secret: "" });
    const { endpoints } = await service.endpoints.listEndpoints({ gameId });
    expect(endpoints).toHaveLength(1);
    await tellOf(service, gameId, 1);
    const named = { gameId, endpointId: created.endpoint?.id ?? "" };
    const { endpoint } = await service.endpoints.getEndpoint(named);
    expect(endpoint).toMatchObject({ position: 3n, lagEvents: 1n });
  });

  test("is one of ten, also when many are asked for at once", async () => {
    const gameId = newGame();
    const asked = Array.from({ length: 14 }, () =>
      service.endpoints.createEndpoint({ requestId: newId(), gameId, url: "http://127.0.0.1:9/" }),
    );
    const refused = (await Promise.allSettled(asked)).filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(4);
    for (const one of refused) expect(one).toMatchObject({ reason: { reason: "ENDPOINT_LIMIT" } });
    const { endpoints } = await service.endpoints.listEndpoints({ gameId });
    expect(endpoints).toHaveLength(10);
  });

  test.each([
    ["no URL", "example.com/hooks"],
    ["plain http", "http://example.com/hooks"],
    ["another scheme", "ftp://example.com/hooks"],
    ["credentials", "https://user:pass@example.com/"],
    ["a fragment", "https://example.com/#there"],
    ["a private address", "https://127.0.0.1/"],
    ["a private address in disguise", "https://2130706433/"],
    ["a mapped private address", "https://[::ffff:10.0.0.1]/"],
  ])("is refused for %s", async (_, url) => {
    const request = { requestId: newId(), gameId: newGame(strict), url };
    await expect(strict.endpoints.createEndpoint(request)).rejects.toMatchObject({
      reason: "ENDPOINT_URL_REFUSED",
    });
  });

  test("gets only types of events that there are", async () => {
    const asked = (events: string[]) =>
      service.endpoints.createEndpoint({
        requestId: newId(),
        gameId: newGame(),
        url: "http://127.0.0.1:9/",
        events,
      });
    await expect(asked(["entry.*", "entry.jumped"])).rejects.toMatchObject({
      reason: "INVALID_ARGUMENT",
      fields: [{ field: "events[1]" }],
    });
    const { endpoint } = await asked(["entry.*", "entry.*", "payout.paid"]);
    expect(endpoint?.events).toEqual(["entry.*", "payout.paid"]);
  });

  test("is nobody else's", async () => {
    const { named, receiver } = await sceneOf(service);
    const foreign = { ...named, gameId: newGame() };
    const mutation = { ...foreign, requestId: newId() };
    const { endpoints, deliveries } = service;
    for (const call of [
      () => endpoints.getEndpoint(foreign),
      () => endpoints.updateEndpoint({ ...mutation, enabled: false }),
      () => endpoints.removeEndpoint({ ...mutation, requestId: newId() }),
      () => endpoints.revealEndpointSecret(foreign),
      () => endpoints.rollEndpointSecret({ ...mutation, requestId: newId() }),
      () => deliveries.testEndpoint({ ...mutation, requestId: newId() }),
      () => deliveries.listDeliveries(foreign),
      () => deliveries.getDelivery({ ...foreign, eventId: newId() }),
      () => deliveries.retryDelivery({ ...mutation, requestId: newId(), eventId: newId() }),
      () => deliveries.replayEvents({ ...mutation, requestId: newId() }),
    ])
      await expect(call()).rejects.toMatchObject({ reason: "ENDPOINT_NOT_FOUND" });
    await receiver.close();
  });
});

describe("what happens to an endpoint", () => {
  test("is told, with who did it, and never with a secret", async () => {
    const gameId = newGame();
    const headers = originHeaders(person);
    const { endpoint, secret } = await service.endpoints.createEndpoint(
      { requestId: newId(), gameId, url: "http://127.0.0.1:9/hooks" },
      { headers },
    );
    const named = { gameId, endpointId: endpoint?.id ?? "" };
    const mutation = () => ({ ...named, requestId: newId() });
    const { endpoints } = service;
    const options = { headers };
    await endpoints.updateEndpoint({ ...mutation(), description: "ours" }, options);
    await endpoints.updateEndpoint({ ...mutation(), description: "ours" }, options);
    await endpoints.updateEndpoint({ ...mutation(), enabled: false }, options);
    await endpoints.updateEndpoint({ ...mutation(), enabled: true, events: ["entry.*"] }, options);
    await endpoints.rollEndpointSecret(mutation(), options);
    await endpoints.revealEndpointSecret(named, options);
    await endpoints.removeEndpoint(mutation(), options);
    const log = await logOf(service, gameId);
    expect(log.map(({ type }) => type.replace("webhook_endpoint.", ""))).toEqual([
      "created",
      "updated",
      "disabled",
      "updated",
      "enabled",
      "rolled",
      "revealed",
      "removed",
    ]);
    expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, index) => index + 1));
    for (const { body } of log) {
      expect(body).not.toContain(secret.slice("whsec_".length));
      expect(JSON.parse(body)).toMatchObject({ actor: person.actor });
    }
    expect(log[2]?.data).toMatchObject({
      reason: "by_user",
      endpoint: { enabled: false, state: "paused", disabledReason: "by_user" },
    });
    await expect(endpoints.getEndpoint(named)).rejects.toMatchObject({
      reason: "ENDPOINT_NOT_FOUND",
    });
    const { rows } = await service.admin.query(
      `SELECT octet_length(sealed_secret) AS bytes, previous_sealed_secret AS previous
       FROM events.endpoint WHERE id = $1`,
      [named.endpointId],
    );
    expect(rows).toEqual([{ bytes: 0, previous: null }]);
  });

  test("keeps it paused until somebody enables it", async () => {
    const { named, gameId, receiver } = await sceneOf(service);
    const set = (enabled: boolean) =>
      service.endpoints.updateEndpoint({ ...named, requestId: newId(), enabled });
    expect((await set(false)).endpoint).toMatchObject({
      enabled: false,
      state: EndpointState.PAUSED,
      disabledReason: DisabledReason.BY_USER,
    });
    await tellOf(service, gameId, 3);
    await service.context.dispatcher.runOnce();
    expect(receiver.received).toEqual([]);
    await set(true);
    await service.context.dispatcher.runOnce();
    // It stood after its creation: that it was paused and enabled is told, too.
    expect(receiver.received).toHaveLength(5);
    await receiver.close();
  });
});

describe("a secret", () => {
  test("is revealed with the one before it, while that signs, too", async () => {
    const { named, secret, receiver } = await sceneOf(service);
    const roll = async (graceSeconds: number) =>
      (
        await service.endpoints.rollEndpointSecret({
          ...named,
          requestId: newId(),
          graceSeconds,
        })
      ).secret;
    const reveal = () => service.endpoints.revealEndpointSecret(named);
    expect(await reveal()).toMatchObject({ secret, previous: "" });
    const second = await roll(3_600);
    expect(second).toMatch(SECRET);
    expect(await reveal()).toMatchObject({ secret: second, previous: secret });
    // There are at most two.
    const third = await roll(86_400);
    expect(await reveal()).toMatchObject({ secret: third, previous: second });
    const fourth = await roll(0);
    expect(await reveal()).toMatchObject({ secret: fourth, previous: "" });
    await receiver.close();
  });

  test("is in no stored answer, and sealed for its row alone", async () => {
    const { named, receiver } = await sceneOf(service);
    const request = { ...named, requestId: newId() };
    const first = await service.endpoints.rollEndpointSecret(request);
    const repeated = await service.endpoints.rollEndpointSecret(request);
    expect([first.secret === "", repeated.secret]).toEqual([false, ""]);
    const other = await sceneOf(service);
    await service.admin.query(
      `UPDATE events.endpoint SET sealed_secret = (
         SELECT sealed_secret FROM events.endpoint WHERE id = $1) WHERE id = $2`,
      [named.endpointId, other.endpointId],
    );
    await expect(service.endpoints.revealEndpointSecret(other.named)).rejects.toMatchObject({
      reason: "INTERNAL",
    });
    await Promise.all([receiver.close(), other.receiver.close()]);
  });
});
