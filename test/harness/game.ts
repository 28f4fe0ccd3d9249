import { newId } from "@tms/kit/values/ids";
import { connectTo } from "@tms/kit/rpc/client";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { createGame, type GameTerms } from "@tms/stack/system/demo-game";
import { apiOf, type Api } from "./api.ts";
import type { TestSystem } from "./system.ts";

/** Creates a game in a system under test, with a name of its own. */
export const gameIn = async (
  system: Pick<TestSystem, "gatewayUrl" | "urls" | "token">,
  terms: GameTerms = {},
): Promise<Api> => apiOf(system.gatewayUrl, await createGame(system, `Game ${newId()}`, terms));

/** The test environment of a game in a system under test, with a key of its own. */
export async function testEnvironmentOf(
  { gatewayUrl, urls, token }: Pick<TestSystem, "gatewayUrl" | "urls" | "token">,
  liveId: string,
): Promise<Api> {
  const games = connectTo(GameService, urls.game, token);
  const { game } = await games.getGame({ gameId: liveId });
  const gameId = game?.siblingId ?? "";
  const { secret } = await games.issueApiKey({ requestId: newId(), gameId });
  return apiOf(gatewayUrl, { gameId, apiKey: secret });
}

/** Creates a game, and acts in its test environment. */
export const testGameIn = async (
  system: Pick<TestSystem, "gatewayUrl" | "urls" | "token">,
  terms: GameTerms = {},
): Promise<Api> => await testEnvironmentOf(system, (await gameIn(system, terms)).gameId);
