import type { Client } from "@connectrpc/connect";
import { singleFlight } from "@tms/kit/batching/single-flight";
import { refusedFor } from "@tms/kit/errors/remote-error";
import type { Game, GameService } from "@tms/proto/tms/game/v1/game";

/** Finds an environment; undefined for one that is none, or was replaced. */
export type Games = (gameId: string) => Promise<Game | undefined>;

// Only a game's name ever changes.
const KEEP_MS = 5_000;
const MOST = 10_000;
const CALL_LIMIT = { timeoutMs: 3_000 };

/** Asks the game service for environments, and keeps what it answers for five seconds. */
export function createGames(client: Client<typeof GameService>): Games {
  const kept = new Map<string, { game: Game; askedAt: number }>();
  const asking = singleFlight<Game | undefined>();

  async function ask(gameId: string): Promise<Game | undefined> {
    const askedAt = performance.now();
    try {
      const { game } = await client.getGame({ gameId }, CALL_LIMIT);
      if (game === undefined) throw new Error("the game service answered without the game");
      // The oldest goes; whoever is asked for often is soon back.
      const [oldest] = kept.size >= MOST ? kept.keys() : [];
      if (oldest !== undefined) kept.delete(oldest);
      kept.set(gameId, { game, askedAt });
      return game;
    } catch (error) {
      if (refusedFor(error, "GAME_NOT_FOUND")) return undefined;
      throw error;
    }
  }

  return async (gameId) => {
    const known = kept.get(gameId);
    if (known !== undefined && performance.now() - known.askedAt < KEEP_MS) return known.game;
    return await asking(gameId, () => ask(gameId));
  };
}
