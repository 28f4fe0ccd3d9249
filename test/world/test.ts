import { test as base } from "vitest";
import type { Api } from "../harness/api.ts";
import type { GameSettings } from "./actions.ts";
import * as callers from "./callers.ts";
import { startGateway, type GatewaySettings, type WorldGateway } from "./gateway.ts";
import { startWorld, type World } from "./world.ts";

export { describe, expect } from "vitest";

/**
 * A test on the services.
 *
 * - `world`: a world of the file, without background work.
 * - `replica`: second replicas of the services of `world`, on its database.
 * - `live`: a world with background work and a gateway, shared by the files of a worker.
 * - `newGateway`: starts a gateway in front of `live` or another world. It stops after the test.
 * - `newApi`: creates a game in `live`, and calls the public API with its key.
 * - `api`: a game of the test's own, called so.
 * - `newEnvironments`: creates a game in `live`, and calls the API in both of its environments.
 * - `newPerson`: signs a person in at `live`.
 * - `newTeam`: creates a game of a new person in `live`.
 *
 * Each answer must be as the OpenAPI document describes it.
 */
export const test = base
  .extend("world", { scope: "file" }, async ({}, { onCleanup }) => {
    const world = await startWorld();
    onCleanup(() => world.close());
    return world;
  })
  .extend("replica", { scope: "file" }, async ({ world }, { onCleanup }) => {
    const replica = await startWorld({ beside: world });
    onCleanup(() => replica.close());
    return replica;
  })
  .extend("live", { scope: "worker" }, async ({}, { onCleanup }) => {
    const world = await startWorld({ background: true });
    onCleanup(() => world.close());
    return { ...world, gateway: await startGateway(world) };
  })
  .extend("newGateway", async ({ live }, { onCleanup }) => {
    const started: WorldGateway[] = [];
    onCleanup(async () => void (await Promise.all(started.map((gateway) => gateway.close()))));
    return async (settings?: GatewaySettings, world: World = live): Promise<WorldGateway> => {
      const gateway = await startGateway(world, settings);
      started.push(gateway);
      return gateway;
    };
  })
  .extend(
    "newApi",
    async ({ live }) =>
      (settings?: GameSettings): Promise<Api> =>
        callers.createApi(live.gateway, settings),
  )
  .extend("api", async ({ newApi }) => await newApi())
  .extend(
    "newEnvironments",
    async ({ live }) =>
      (settings?: GameSettings) =>
        callers.createEnvironments(live.gateway, settings),
  )
  .extend(
    "newPerson",
    async ({ live }) =>
      (name?: string) =>
        callers.createPerson(live.gateway, name),
  )
  .extend(
    "newTeam",
    async ({ live }) =>
      (settings?: GameSettings) =>
        callers.createTeam(live.gateway, settings),
  );
