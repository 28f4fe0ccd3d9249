import type { Event, Key as ApiKey, Member } from "../api/schema.d.ts";
import { useEnvironment, useRead } from "../environment.ts";

const FRESH_MS = 30_000;
const PAGE = { limit: 100 };

/** Returns a function that names the actor of an event. An unknown actor is named by its id. */
export function useActors(): (actor: Event["actor"]) => string {
  const findMember = useTeam();
  const keys = useKeysById();
  return ({ id, type }) => {
    if (id === null) return "Service";
    const member = findMember(id);
    if (type === "user") return member?.name || member?.email || `Person ${id}`;
    return `API key ${keys?.get(id)?.name ?? id}`;
  };
}

export function useTeam(): (id: string | null) => Member | undefined {
  const params = { gameId: useEnvironment().game.id };
  const team = useRead("/game/{gameId}/members", params, { staleTime: FRESH_MS }).data;
  return (id) => team?.members.find(({ userId }) => userId === id);
}

/** Reads the names of the newest hundred tournaments by id. */
export const useTournamentNames = () =>
  useRead("/tournament", PAGE, {
    select: ({ tournaments }): ReadonlyMap<string, string> =>
      new Map(tournaments.map(({ id, name }) => [id, name])),
    staleTime: FRESH_MS,
  });

/** Reads a page of up to 100 keys of the environment by id, including ended keys. */
export const useKeysById = (): ReadonlyMap<string, ApiKey> | undefined =>
  useRead("/key", PAGE, {
    select: ({ keys }) => new Map(keys.map((key) => [key.id, key])),
    staleTime: FRESH_MS,
  }).data;
