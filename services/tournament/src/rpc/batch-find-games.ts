import type { Context, Rpcs } from "../context.ts";
import { findGames } from "../db/tournaments.ts";

/** Finds the games of many tournaments; whoever asks decides who may know them. */
export const batchFindGames =
  ({ db }: Context): Rpcs["batchFindGames"] =>
  async ({ tournamentIds }) => ({ games: await findGames(db, tournamentIds) });
