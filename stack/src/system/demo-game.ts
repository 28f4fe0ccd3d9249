import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { GameService, type Payer } from "@tms/proto/tms/game/v1/game";
import { readTexts, writePrivately } from "../folder/private-file.ts";

/** A game and an API key of its live environment. */
export interface GameAccess {
  gameId: string;
  apiKey: string;
}

/** The address of the game service, and a caller token for it. */
export interface Place {
  urls: { game: string };
  token: string;
}

/**
 * Returns the access to the demo game from a file, because the service shows the key only once. Creates
 * another game if the gateway rejects the key.
 */
export async function demoGame(
  place: Place & { gatewayUrl: string },
  file: string,
): Promise<GameAccess> {
  const { gameId, apiKey } = await readTexts(file);
  if (gameId !== undefined && apiKey !== undefined && (await isKnown(place.gatewayUrl, apiKey)))
    return { gameId, apiKey };
  const access = await createGame(place, "Demo Game");
  await writePrivately(file, JSON.stringify(access));
  return access;
}

async function isKnown(gatewayUrl: string, apiKey: string): Promise<boolean> {
  const { status } = await fetch(`${gatewayUrl}/account`, { headers: { "x-api-key": apiKey } });
  if (status === 200 || status === 401) return status === 200;
  throw new Error(
    `The gateway answered status ${status} to GET /account with the API key of the demo game`,
  );
}

/** The settings of a game, which the proto describes. */
export interface GameTerms {
  platformFeeBps?: number;
  creditLimitMinorUnits?: bigint;
  payer?: Payer;
  currency?: { code: string; exponent: number };
}

/** Creates a game, and an API key of its live environment. */
export async function createGame(
  { urls, token }: Place,
  name: string,
  terms: GameTerms = {},
): Promise<GameAccess> {
  const games = connectTo(GameService, urls.game, token);
  const { game } = await games.createGame({ requestId: newId(), name, ...terms });
  const gameId = game?.id ?? "";
  const { secret } = await games.issueApiKey({ requestId: newId(), gameId });
  return { gameId, apiKey: secret };
}
