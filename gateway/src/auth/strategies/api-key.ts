import type { Clients } from "../../clients.ts";
import { presentedKey } from "../credentials.ts";
import { createKeyCache } from "../keys/key-cache.ts";
import type { Strategy } from "./strategy.ts";

/** Authenticates the backend of a game by its API key. Throws API_KEY_INVALID. */
export function apiKeyStrategy({ game: games }: Pick<Clients, "game">): Strategy {
  const findKey = createKeyCache(games);
  return async (headers) => {
    const presented = presentedKey(headers);
    if (presented === undefined) return undefined;
    const { id, lineId, game, scopes, ranges } = await findKey(presented);
    return { actor: { type: "api_key", id }, lineId, game, scopes, ranges };
  };
}
