import type { Client } from "@connectrpc/connect";
import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { MemberService } from "@tms/proto/tms/game/v1/member";
import type { GameTerms } from "@tms/stack/system/demo-game";
import { apiOf, type Api } from "./api.ts";
import type { TestSystem } from "./system.ts";

/** The game service, for what only operators may do: of running processes, or of a world. */
export type GameServices =
  | Pick<TestSystem, "urls" | "token">
  | { clients: { game: Client<typeof GameService>; member: Client<typeof MemberService> } };

/** A running product. */
export type Place = { gatewayUrl: string } & GameServices;

export const gamesAt = (place: GameServices): Client<typeof GameService> =>
  "clients" in place ? place.clients.game : connectTo(GameService, place.urls.game, place.token);

export const membersAt = (place: GameServices): Client<typeof MemberService> =>
  "clients" in place
    ? place.clients.member
    : connectTo(MemberService, place.urls.game, place.token);

/** Creates a game with a name of its own. */
export async function gameIn(place: Place, terms: GameTerms = {}): Promise<Api> {
  const { game } = await gamesAt(place).createGame({
    requestId: newId(),
    name: `Game ${newId()}`,
    ...terms,
  });
  return await keyed(place, game?.id ?? "");
}

/** Returns the test environment of a game, with a key of its own. */
export async function testEnvironmentOf(place: Place, liveId: string): Promise<Api> {
  const { game } = await gamesAt(place).getGame({ gameId: liveId });
  return await keyed(place, game?.siblingId ?? "");
}

/** Creates a game; returns its test environment. */
export const testGameIn = async (place: Place, terms: GameTerms = {}): Promise<Api> =>
  await testEnvironmentOf(place, (await gameIn(place, terms)).gameId);

async function keyed(place: Place, gameId: string): Promise<Api> {
  const { secret } = await gamesAt(place).issueApiKey({ requestId: newId(), gameId });
  return apiOf(place.gatewayUrl, { gameId, apiKey: secret });
}
