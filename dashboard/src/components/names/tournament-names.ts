import { useQuery } from "@tanstack/react-query";
import { content } from "../../api/content.ts";
import { useEnvironment } from "../../layout/environment.ts";

const KNOWN_FOR_MS = 30_000;
const MOST = 100;

/** The newest hundred tournaments by id, as they are called. */
export function useTournamentNames(): ReadonlyMap<string, string> | undefined {
  const { id, api } = useEnvironment();
  return useQuery({
    queryKey: [id, "names", "tournaments"],
    queryFn: async () => {
      const query = { limit: MOST };
      const list = await content(api.GET("/tournament", { params: { query } }));
      return new Map(list.tournaments.map((tournament) => [tournament.id, tournament.name]));
    },
    staleTime: KNOWN_FOR_MS,
  }).data;
}
