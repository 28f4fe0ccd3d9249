import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { content } from "../../api/content.ts";
import { useEnvironment } from "../../environment.ts";

const KNOWN_FOR_MS = 30_000;
const MOST = 100;

/** Reads how the newest hundred tournaments are called, by their ids. */
export function useTournamentNames(): UseQueryResult<ReadonlyMap<string, string>> {
  const { id, api } = useEnvironment();
  return useQuery({
    queryKey: [id, "names", "tournaments"],
    queryFn: async () => {
      const query = { limit: MOST };
      const list = await content(api.GET("/tournament", { params: { query } }));
      return new Map(list.tournaments.map((tournament) => [tournament.id, tournament.name]));
    },
    staleTime: KNOWN_FOR_MS,
  });
}
