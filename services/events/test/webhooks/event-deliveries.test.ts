import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { DeliveryState } from "@tms/proto/tms/event/v1/delivery";
import { startEvents, type EventsUnderTest } from "../service.ts";
import { createScenes, dispatchAll, tellOf } from "./scene.ts";

let service: EventsUnderTest;
beforeAll(async () => void (service = await startEvents()));
afterAll(() => service.stop());

const scenes = createScenes(() => service);
const { scene } = scenes;
afterEach(() => scenes.end());

test("an event is listed with what became of it at each endpoint that it was sent to", async () => {
  const one = await scene();
  const add = async (path: string, events: string[]) => {
    const url = one.receiver.url.replace("/hooks", path);
    const request = { requestId: newId(), gameId: one.gameId, url, events };
    return (await service.endpoints.createEndpoint(request)).endpoint?.id ?? "";
  };
  const failing = await add("/failing", ["tournament.*"]);
  await add("/others", ["payout.*"]);
  const removed = await add("/removed", ["tournament.*"]);
  one.receiver.answer = (reply, { path }) =>
    void reply.writeHead(path === "/failing" ? 500 : 204).end();
  const [eventId = ""] = await tellOf(service, one.gameId, 1);
  const asked = { gameId: one.gameId, eventId };
  expect(await service.deliveries.listEventDeliveries(asked)).toMatchObject({ deliveries: [] });
  for (const endpointId of [one.endpointId, failing, removed])
    await dispatchAll(service, { named: { gameId: one.gameId, endpointId } });
  await service.endpoints.removeEndpoint({
    requestId: newId(),
    gameId: one.gameId,
    endpointId: removed,
  });
  const { deliveries } = await service.deliveries.listEventDeliveries(asked);
  expect(deliveries).toMatchObject([
    { endpointId: failing, eventId, state: DeliveryState.RETRYING, attempts: 1 },
    { endpointId: one.endpointId, eventId, state: DeliveryState.DELIVERED, attempts: 1 },
  ]);
  const [retrying] = deliveries;
  const { attempts } = await service.deliveries.getDelivery({ ...asked, endpointId: failing });
  expect(retrying?.lastAttemptTime).toEqual(attempts.at(-1)?.time);
  const foreign = { gameId: service.games.add().game.id, eventId };
  await expect(service.deliveries.listEventDeliveries(foreign)).rejects.toMatchObject({
    reason: "EVENT_NOT_FOUND",
  });
});
