import { newId } from "@tms/kit/values/ids";
import { createGame, type GameTerms } from "@tms/stack/system/demo-game";
import { apiOf, type Api } from "./api.ts";
import type { TestSystem } from "./system.ts";

/** Creates a game in a system under test, with a name of its own. */
export const gameIn = async (
  system: Pick<TestSystem, "gatewayUrl" | "urls" | "token">,
  terms: GameTerms = {},
): Promise<Api> => apiOf(system.gatewayUrl, await createGame(system, `Game ${newId()}`, terms));
