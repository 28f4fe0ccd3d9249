import { useQuery } from "@tanstack/react-query";
import { content } from "../../api/content.ts";
import type { ApiKey } from "../../api/types.ts";
import { useEnvironment } from "../../environment.ts";

const KNOWN_FOR_MS = 60_000;

/** The people of the game by id, as they are called; those who left are not among them. */
export function usePeople(): ReadonlyMap<string, string> | undefined {
  const { api, game } = useEnvironment();
  return useQuery({
    queryKey: ["members", game.id, "names"],
    queryFn: async () => {
      const params = { path: { gameId: game.id } };
      const team = await content(api.GET("/game/{gameId}/members", { params }));
      return new Map(team.members.map(({ userId, name }) => [userId, name]));
    },
    staleTime: KNOWN_FOR_MS,
  }).data;
}

/** The environment's keys by id; those that ended are among them. */
export function useKeysById(): ReadonlyMap<string, ApiKey> | undefined {
  const { id, api } = useEnvironment();
  return useQuery({
    queryKey: [id, "keys", "by id"],
    queryFn: async () => {
      const params = { query: { limit: 100 } };
      const { keys } = await content(api.GET("/key", { params }));
      return new Map(keys.map((key) => [key.id, key]));
    },
    staleTime: KNOWN_FOR_MS,
  }).data;
}
