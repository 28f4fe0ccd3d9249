import { newId } from "@tms/kit/values/ids";
import { DeliveryState } from "@tms/proto/tms/event/v1/delivery";
import { createGame, getReason } from "../../../test/world/actions.ts";
import { describe, expect, recordMany, test } from "./fixture.ts";
import { hanging, idsOf, startReceiver, status } from "./receiver.ts";

describe("a game's events arrive while endpoints of other games hang", () => {
  test.for([
    ["from their first event on", { games: 15, endpoints: 10, areKnown: false, leases: 2 }],
    ["after they took events", { games: 40, endpoints: 6, areKnown: true, leases: 4 }],
  ] as const)("%s", async ([, scene], { openScene, startReplica, world }) => {
    const dead = await startReceiver(scene.areKnown ? status(204) : hanging);
    const games = await Promise.all(Array.from({ length: scene.games }, () => createGame(world)));
    for (const { gameId } of games)
      for (let count = 0; count < scene.endpoints; count++)
        await world.endpoints.createEndpoint({ requestId: newId(), gameId, url: dead.url });
    const healthy = await openScene();
    const { context } = startReplica({ limitMs: 3_600_000 });
    const dispatcher = context.dispatcher.start();
    const recordAll = async () => {
      for (const { gameId } of games) await recordMany(world, gameId, 20);
    };
    if (scene.areKnown) {
      const all = scene.games * scene.endpoints;
      await recordAll();
      await expect.poll(() => dead.received.length).toBeGreaterThanOrEqual(20 * all);
      dead.answer = hanging;
      dead.received = [];
    }
    await recordAll();
    // Each game has as many leases as it may.
    const countLeases = async () => {
      const { rows } = await world.admin.query<{ leases: number }>(
        `SELECT count(*)::int AS leases FROM events.dispatch
         WHERE lease_until > now() AND game_id = ANY($1) GROUP BY game_id`,
        [games.map(({ gameId }) => gameId)],
      );
      return rows.map(({ leases }) => leases);
    };
    const most = Array.from(games, () => scene.leases);
    await expect.poll(countLeases).toEqual(most);
    for (let count = 0; count < 5; count++) {
      const [id = ""] = await recordMany(world, healthy.gameId, 1);
      await expect.poll(() => idsOf(healthy.receiver.received)).toContain(id);
    }
    expect(await countLeases()).toEqual(most);
    await dead.close();
    await dispatcher.stop();
  });
});

test("tests an endpoint while tests of another game hang", async ({ openScene, startReplica }) => {
  const [silent, healthy] = [await openScene({ answer: hanging }), await openScene()];
  const { deliveries } = startReplica({ limitMs: 3_600_000 });
  const reasons: string[] = [];
  const tests = Array.from({ length: 300 }, async () => {
    reasons.push(await getReason(deliveries.testEndpoint(silent.request())));
  });
  await expect.poll(() => reasons.length).toBeGreaterThan(200);
  expect(new Set(reasons)).toEqual(new Set(["OVERLOADED"]));
  const { delivery } = await deliveries.testEndpoint(healthy.request());
  expect(delivery).toMatchObject({ state: DeliveryState.DELIVERED });
  silent.receiver.answer = status(204);
  await silent.receiver.close();
  await Promise.all(tests);
});
