import type { Client } from "@connectrpc/connect";
import { keepAnswers } from "@tms/kit/batching/kept-answers";
import { refusedFor } from "@tms/kit/errors/remote-error";
import type { Game, GameService } from "@tms/proto/tms/game/v1/game";

/** Finds an environment; undefined for one that is none, or was replaced. */
export type Games = (gameId: string) => Promise<Game | undefined>;

// Only a game's name ever changes.
const KEPT_MS = 5_000;
const MOST_KEPT = 10_000;
const CALL_LIMIT = { timeoutMs: 3_000 };

/** Asks the game service for environments, and keeps what it answers for five seconds. */
export function createGames(client: Client<typeof GameService>): Games {
  const keeping = { nameOf: (gameId: string) => gameId, forMs: KEPT_MS, most: MOST_KEPT };
  return keepAnswers(async (gameId) => {
    const { game } = await client.getGame({ gameId }, CALL_LIMIT).catch(noneFor);
    return game;
  }, keeping);
}

function noneFor(error: unknown): { game: undefined } {
  if (refusedFor(error, "GAME_NOT_FOUND")) return { game: undefined };
  throw error;
}
