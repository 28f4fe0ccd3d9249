import { newId } from "@tms/kit/values/ids";
import { test as base } from "vitest";
import { apiOf, type Api } from "../harness/api.ts";
import { createGame, type GameSettings } from "./actions.ts";
import { startGateway } from "./gateway.ts";
import { startWorld } from "./world.ts";

export { describe, expect } from "vitest";

/**
 * A test on the services.
 *
 * - `world`: a world of the file, without background work.
 * - `live`: a world with background work and a gateway, shared by the files of a worker.
 * - `newApi`: creates a game in `live`, and calls the public API with its key.
 * - `api`: a game of the test's own, called so.
 */
export const test = base
  .extend("world", { scope: "file" }, async ({}, { onCleanup }) => {
    const world = await startWorld();
    onCleanup(() => world.close());
    return world;
  })
  .extend("live", { scope: "worker" }, async ({}, { onCleanup }) => {
    const world = await startWorld({ background: true });
    onCleanup(() => world.close());
    return { ...world, gateway: await startGateway(world) };
  })
  .extend("newApi", async ({ live }) => async (settings: GameSettings = {}): Promise<Api> => {
    const { gameId } = await createGame(live, settings);
    const { secret } = await live.game.issueApiKey({ requestId: newId(), gameId });
    return apiOf(live.gateway.url, { gameId, apiKey: secret });
  })
  .extend("api", async ({ newApi }) => await newApi());
