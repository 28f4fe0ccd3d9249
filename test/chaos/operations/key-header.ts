import { at, type Fixture } from "../fixture.ts";

/** The credential of a game's backend. */
export const keyOfGame = ({ games }: Fixture, game: number): Record<string, string> => ({
  "x-api-key": at(games, game).access.apiKey,
});
