import type { components } from "../../api/schema.ts";
import type { Tms } from "../../tms.ts";
import type { EnvironmentInUse } from "../credentials/file.ts";

/** A game as its members see it. */
export type Game = components["schemas"]["Game"];

// A person is in no more games than that; a page of the API is as large.
const MOST_GAMES = 100;

/** All games of whoever is signed in, the newest first. */
export async function listGames(tms: Tms): Promise<Game[]> {
  const { data } = await tms.http.GET("/game", { params: { query: { limit: MOST_GAMES } } });
  return data?.games ?? [];
}

/** An environment of a game, as it is kept when it is in use. */
export const inUse = (game: Game, mode: "live" | "test"): EnvironmentInUse => ({
  id: game.environments[mode].id,
  mode,
  gameName: game.name,
});
