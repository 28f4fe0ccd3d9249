import { useQuery } from "@tanstack/react-query";
import { content } from "../../api/content.ts";
import type { Event } from "../../api/types.ts";
import type { Environment } from "../../environment.ts";

type Actor = Event["actor"];

const KEPT_MS = 30_000;
const MOST_KEYS = 100;

/**
 * How to call those whose doing events are: members and API keys by their names, others by their ids, as
 * are all while the names are being read.
 */
export function useActors({ id, api, game }: Environment): (actor: Actor) => string {
  const members = useQuery({
    queryKey: [game.id, "actors", "members"],
    queryFn: () =>
      content(api.GET("/game/{gameId}/members", { params: { path: { gameId: game.id } } })),
    staleTime: KEPT_MS,
  });
  const keys = useQuery({
    queryKey: [id, "actors", "keys"],
    queryFn: () => content(api.GET("/key", { params: { query: { limit: MOST_KEYS } } })),
    staleTime: KEPT_MS,
  });
  return (actor) => {
    if (actor.id === null) return "Service";
    const member = members.data?.members.find(({ userId }) => userId === actor.id);
    if (actor.type === "user") return member?.name || member?.email || `Person ${actor.id}`;
    const key = keys.data?.keys.find((one) => one.id === actor.id);
    return key ? `API key ${key.name}` : `API key ${actor.id}`;
  };
}
