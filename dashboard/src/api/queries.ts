import { api, content } from "./client.ts";
import type { Game } from "./types.ts";

// The largest number of games that a person can be a member of.
const MAX_GAMES = 100;

export const readGames = async (): Promise<readonly Game[]> =>
  (await content(api.GET("/game", { params: { query: { limit: MAX_GAMES } } }))).games;

/** Returns whether a tournament of the client's environment was paid out. */
export async function hasPaidOut(client: typeof api): Promise<boolean> {
  const params = { query: { status: "completed", limit: 1 } } as const;
  return (await content(client.GET("/tournament", { params }))).tournaments.length > 0;
}
