import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { serveForTest, TEST_TOKEN } from "@tms/kit/testing/serve";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { createGame } from "../../../test/world/actions.ts";
import { test as base } from "../../../test/world/test.ts";
import { served as gameServed } from "../../game/src/routes.ts";
import { served as identityServed } from "../../identity/src/routes.ts";
import { routesOf } from "../../../test/world/world.ts";
import { served as settlementServed } from "../../settlement/src/routes.ts";

export { describe, expect } from "vitest";

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));

/** What a command left. */
export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the command line as an operator does, in an environment besides that of this process. */
export async function runTms(env: NodeJS.ProcessEnv, words: readonly string[]): Promise<Ran> {
  const options = { env: { ...process.env, ...env } };
  try {
    const result = await promisify(execFile)(process.execPath, [MAIN, ...words], options);
    return { code: 0, ...result };
  } catch (error) {
    const { code, stdout, stderr } = error as Ran;
    return { code, stdout, stderr };
  }
}

/**
 * A test of commands on a world.
 *
 * - `tms`: runs a command, given as one string, in the environment of an operator of that world.
 * - `game`: a game of the test's own.
 */
export const test = base
  .extend("operator", { scope: "file" }, async ({ world }, { onCleanup }) => {
    const { game, identity, settlement } = world.contexts;
    const routes = [
      routesOf(gameServed, game),
      routesOf(identityServed, identity),
      routesOf(settlementServed, settlement),
    ];
    const service = await serveForTest(() => ({
      services: [GameService],
      routes: (router) => routes.forEach((register) => register(router)),
      ready: async () => true,
    }));
    onCleanup(() => service.close());
    return {
      GAME_URL: service.url,
      SETTLEMENT_URL: service.url,
      IDENTITY_URL: service.url,
      CALLER_TOKEN: TEST_TOKEN,
      ADMIN_DATABASE_URL: world.database.adminUrl,
    };
  })
  .extend(
    "tms",
    ({ operator }) =>
      (line: string, env: NodeJS.ProcessEnv = {}) =>
        runTms({ ...operator, ...env }, line.split(" ")),
  )
  .extend("game", async ({ world }) => await createGame(world));
