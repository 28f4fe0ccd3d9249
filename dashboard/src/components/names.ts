import type { ApiKey, Event } from "../api/types.ts";
import { type Environment, useRead } from "../environment.ts";

const FRESH_MS = 30_000;
const MAX_KEYS = 100;
const MAX_TOURNAMENTS = 100;

/** Returns a function that names the actor of an event. An unknown actor is named by its id. */
export function useActors({ game }: Environment): (actor: Event["actor"]) => string {
  const team = useTeam(game.id).data;
  const keys = useKeysById();
  return (actor) => {
    if (actor.id === null) return "Service";
    const member = team?.members.find(({ userId }) => userId === actor.id);
    if (actor.type === "user") return member?.name || member?.email || `Person ${actor.id}`;
    return `API key ${keys?.get(actor.id)?.name ?? actor.id}`;
  };
}

/** Reads the members of the game. */
export const useTeam = (gameId: string) =>
  useRead("/game/{gameId}/members", { path: { gameId } }, { staleTime: FRESH_MS });

/** Reads the names of the newest hundred tournaments by id. */
export const useTournamentNames = () =>
  useRead(
    "/tournament",
    { query: { limit: MAX_TOURNAMENTS } },
    {
      select: ({ tournaments }): ReadonlyMap<string, string> =>
        new Map(tournaments.map(({ id, name }) => [id, name])),
      staleTime: FRESH_MS,
    },
  );

/** Reads the environment's keys by id, including ended keys. */
export const useKeysById = (): ReadonlyMap<string, ApiKey> | undefined =>
  useRead(
    "/key",
    { query: { limit: MAX_KEYS } },
    {
      select: ({ keys }) => new Map(keys.map((key) => [key.id, key])),
      staleTime: FRESH_MS,
    },
  ).data;
