import { PERSON, read, type Source } from "./read.ts";

// The largest number of games that a person can be a member of.
const MAX_GAMES = 100;

export const gamesQuery = read(PERSON, "/game", { query: { limit: MAX_GAMES } });

/** Returns the query for a tournament of an environment that was paid out. */
export const paidOutQuery = (source: Source) =>
  read(source, "/tournament", { query: { status: "completed", limit: 1 } });
