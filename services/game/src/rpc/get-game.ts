import type { Context, Rpcs } from "../context.ts";
import { findGame } from "../db/games.ts";
import { gameNotFound } from "../errors.ts";
import { gameMessage } from "../messages.ts";

/** Reads one game. */
export const getGame =
  ({ db }: Context): Rpcs["getGame"] =>
  async ({ gameId }) => {
    const game = await findGame(db, gameId);
    if (game === undefined) throw gameNotFound();
    return { game: gameMessage(game) };
  };
