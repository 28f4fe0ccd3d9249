import { inject } from "vitest";
import type { GameTerms } from "@tms/stack/system/demo-game";
import type { Api } from "../harness/api.ts";
import { gameIn, testEnvironmentOf } from "../harness/game.ts";

const system = () => ({
  gatewayUrl: inject("baseUrl"),
  urls: inject("urls"),
  token: inject("tokens").test,
});

/** Creates a game of a test's own in the system that all suites of this folder share. */
export const newGame = (terms?: GameTerms): Promise<Api> => gameIn(system(), terms);

/** Creates such a game; its live environment, and its test environment. */
export async function newEnvironments(terms?: GameTerms): Promise<{ live: Api; testing: Api }> {
  const live = await newGame(terms);
  return { live, testing: await testEnvironmentOf(system(), live.gameId) };
}
