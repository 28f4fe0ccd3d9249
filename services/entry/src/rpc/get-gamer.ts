import type { Context, Rpcs } from "../context.ts";
import { findGamers } from "../db/gamers.ts";
import { gamerNotFound } from "../errors.ts";
import { gamerMessage } from "../messages.ts";

/** Reads a gamer by handle. */
export const getGamer =
  ({ db }: Context): Rpcs["getGamer"] =>
  async ({ gameId, handle }) => {
    const [gamer] = await findGamers(db, [{ gameId, handle }]);
    if (gamer === undefined) throw gamerNotFound();
    return { gamer: gamerMessage(gamer) };
  };
