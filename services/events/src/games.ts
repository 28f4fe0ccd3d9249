import type { Client } from "@connectrpc/connect";
import { keepAnswers } from "@tms/kit/batching/kept-answers";
import { refusedFor } from "@tms/kit/errors/remote-error";
import type { Game, GameService } from "@tms/proto/tms/game/v1/game";

/** A lookup of environments. Returns undefined if an environment does not exist or was replaced. */
export type Games = (gameId: string) => Promise<Game | undefined>;

const CALL_LIMIT = { timeoutMs: 3_000 };

/** Creates a lookup with a cache. A renamed or replaced environment is noticed after up to five seconds. */
export function createGames(client: Client<typeof GameService>): Games {
  const ask = async (gameId: string): Promise<Game | undefined> => {
    try {
      return (await client.getGame({ gameId }, CALL_LIMIT)).game;
    } catch (error) {
      if (refusedFor(error, "GAME_NOT_FOUND")) return undefined;
      throw error;
    }
  };
  return keepAnswers(ask, { nameOf: (gameId) => gameId, forMs: 5_000, max: 10_000 });
}
