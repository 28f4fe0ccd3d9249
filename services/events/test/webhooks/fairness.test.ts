import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { startEvents, type EventsUnderTest } from "../service.ts";
import { hanging, idsOf, startReceiver } from "./receiver.ts";
import { sceneOf, tellOf } from "./scene.ts";

let service: EventsUnderTest;
beforeAll(async () => void (service = await startEvents({ limitMs: FOR_EVER_MS })));
afterAll(() => service.stop());

const FOR_EVER_MS = 3_600_000;
const DEAD = 50;
const EVENTS = 20;

test("an endpoint is delivered to beside fifty that never answer, and waits for none of them", async () => {
  const dead = await startReceiver(hanging);
  const games = Array.from({ length: DEAD / 10 }, () => service.games.add().game.id);
  for (const gameId of games)
    for (let count = 0; count < 10; count++)
      await service.endpoints.createEndpoint({ requestId: newId(), gameId, url: dead.url });
  const healthy = await sceneOf(service);
  const dispatcher = service.context.dispatcher.start();
  for (const gameId of games) await tellOf(service, gameId, 100);
  // Each has what it may have: all of the places but those for the first request of others.
  await expect.poll(() => dead.received.length).toBeGreaterThanOrEqual(128);
  // None of those requests ends, so whoever waited for one of them would wait for ever.
  for (let count = 0; count < EVENTS; count++) {
    const [id = ""] = await tellOf(service, healthy.gameId, 1);
    await expect.poll(() => idsOf(healthy.receiver.received)).toContain(id);
  }
  expect(dead.received.length).toBeLessThanOrEqual(256);
  await dead.close();
  await dispatcher.stop();
  await healthy.receiver.close();
});
