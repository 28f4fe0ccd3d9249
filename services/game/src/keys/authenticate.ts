import type { Queryable } from "@tms/kit/database/handle";
import { timingSafeEqual } from "node:crypto";
import { findFirstOfLines, findLiveKeys, type FoundKey } from "../db/api-keys.ts";
import { findGames, type GameRow } from "../db/games.ts";

export interface Authenticated {
  key: FoundKey;
  game: GameRow;
  /** The first key of the line of rolled keys, or the key itself. */
  lineId: string;
}

/** Finds the live keys of digests, with their games. */
export async function authenticate(
  db: Queryable,
  digests: readonly Uint8Array[],
): Promise<Authenticated[]> {
  const keys = (await findLiveKeys(db, digests)).filter(({ digest, index }) => {
    const asked = digests[index];
    // The index compares in variable time. This comparison, which decides, takes constant time.
    return asked !== undefined && timingSafeEqual(digest, asked);
  });
  if (keys.length === 0) return [];
  const games = await findGames(db, [...new Set(keys.map(({ gameId }) => gameId))]);
  const byId = new Map(games.map((game) => [game.id, game]));
  const rolled = keys.filter(({ replaces }) => replaces !== null).map(({ id }) => id);
  const firsts =
    rolled.length === 0 ? new Map<string, string>() : await findFirstOfLines(db, rolled);
  return keys.map((key) => {
    const game = byId.get(key.gameId);
    if (game === undefined) throw new Error("an API key's game was not found");
    return { key, game, lineId: firsts.get(key.id) ?? key.id };
  });
}
