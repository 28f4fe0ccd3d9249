import { newId } from "@tms/kit/values/ids";
import { createGame } from "../../../test/world/actions.ts";
import { describe, expect, recordMany, test } from "./fixture.ts";
import { hanging, idsOf, startReceiver, status } from "./receiver.ts";

describe("a game's events arrive while endpoints of other games hang", () => {
  test.for([
    ["from their first event on", { games: 15, endpoints: 10, areKnown: false }],
    ["after they took events", { games: 40, endpoints: 4, areKnown: true }],
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
    // Each game has a request that hangs.
    await expect.poll(() => dead.received.length).toBeGreaterThanOrEqual(scene.games);
    for (let count = 0; count < 20; count++) {
      const [id = ""] = await recordMany(world, healthy.gameId, 1);
      await expect.poll(() => idsOf(healthy.receiver.received)).toContain(id);
    }
    await dead.close();
    await dispatcher.stop();
  });
});
