import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { content } from "../api/client.ts";
import type { ApiKey, Event } from "../api/types.ts";
import { type Environment, useEnvironment } from "../environment.ts";

type Actor = Event["actor"];

const ACTORS_FRESH_MS = 30_000;
const MAX_KEYS = 100;

/** Returns a function that names the actor of an event. An unknown actor is named by its id. */
export function useActors({ id, api, game }: Environment): (actor: Actor) => string {
  const members = useQuery({
    queryKey: [game.id, "actors", "members"],
    queryFn: () =>
      content(api.GET("/game/{gameId}/members", { params: { path: { gameId: game.id } } })),
    staleTime: ACTORS_FRESH_MS,
  });
  const keys = useQuery({
    queryKey: [id, "actors", "keys"],
    queryFn: () => content(api.GET("/key", { params: { query: { limit: MAX_KEYS } } })),
    staleTime: ACTORS_FRESH_MS,
  });
  return (actor) => {
    if (actor.id === null) return "Service";
    const member = members.data?.members.find(({ userId }) => userId === actor.id);
    if (actor.type === "user") return member?.name || member?.email || `Person ${actor.id}`;
    const key = keys.data?.keys.find((one) => one.id === actor.id);
    return key ? `API key ${key.name}` : `API key ${actor.id}`;
  };
}

const NAMES_FRESH_MS = 30_000;
const MAX_TOURNAMENTS = 100;

/** Reads the names of the newest hundred tournaments by id. */
export function useTournamentNames(): UseQueryResult<ReadonlyMap<string, string>> {
  const { id, api } = useEnvironment();
  return useQuery({
    queryKey: [id, "names", "tournaments"],
    queryFn: async () => {
      const query = { limit: MAX_TOURNAMENTS };
      const list = await content(api.GET("/tournament", { params: { query } }));
      return new Map(list.tournaments.map((tournament) => [tournament.id, tournament.name]));
    },
    staleTime: NAMES_FRESH_MS,
  });
}

const PEOPLE_FRESH_MS = 60_000;

/** Reads the names of the game's members by user id. */
export function usePeople(): ReadonlyMap<string, string> | undefined {
  const { api, game } = useEnvironment();
  return useQuery({
    queryKey: ["members", game.id, "names"],
    queryFn: async () => {
      const params = { path: { gameId: game.id } };
      const team = await content(api.GET("/game/{gameId}/members", { params }));
      return new Map(team.members.map(({ userId, name }) => [userId, name]));
    },
    staleTime: PEOPLE_FRESH_MS,
  }).data;
}

/** Reads the environment's keys by id, including ended keys. */
export function useKeysById(): ReadonlyMap<string, ApiKey> | undefined {
  const { id, api } = useEnvironment();
  return useQuery({
    queryKey: [id, "keys", "by id"],
    queryFn: async () => {
      const params = { query: { limit: 100 } };
      const { keys } = await content(api.GET("/key", { params }));
      return new Map(keys.map((key) => [key.id, key]));
    },
    staleTime: PEOPLE_FRESH_MS,
  }).data;
}
