import { api } from "./client.ts";
import { content } from "./content.ts";
import type { Game } from "./types.ts";

// A person is a member of no more.
const MOST = 100;

/** Reads the games that the signed-in person is a member of, newest first. */
export const readGames = async (): Promise<readonly Game[]> =>
  (await content(api.GET("/game", { params: { query: { limit: MOST } } }))).games;
