import { useQuery } from "@tanstack/react-query";
import { content } from "../../api/content.ts";
import { LIVE } from "../../api/live.ts";
import { isProblem } from "../../api/problem.ts";
import { queryClient } from "../../app/query-client.ts";
import { useEnvironment, type Environment } from "../../layout/environment.ts";
import { isFinal } from "./statuses.ts";

const keyOf = ({ id }: Environment, tournamentId: string, ...rest: readonly unknown[]) => [
  id,
  "tournament",
  tournamentId,
  ...rest,
];

/** Reads a tournament, and keeps up with it while it may change. */
export function useTournament(tournamentId: string) {
  const environment = useEnvironment();
  const params = { path: { tournamentId } };
  return useQuery({
    queryKey: keyOf(environment, tournamentId),
    queryFn: async () =>
      (await content(environment.api.GET("/tournament/{tournamentId}", { params }))).tournament,
    refetchIntervalInBackground: LIVE.refetchIntervalInBackground,
    refetchInterval: ({ state }) =>
      state.data !== undefined && isFinal(state.data.status) ? false : LIVE.refetchInterval,
  });
}

/** Reads a tournament's settlement with no payouts but one; null before it is published. */
export function useSettlement(tournamentId: string, isLive: boolean, enabled = true) {
  const environment = useEnvironment();
  const params = {
    path: { tournamentId },
    query: { limit: 1, expand: "attempts" as const },
  };
  return useQuery({
    queryKey: keyOf(environment, tournamentId, "settlement"),
    queryFn: async () => {
      const call = environment.api.GET("/tournament/{tournamentId}/settlement", { params });
      try {
        return (await content(call)).settlement;
      } catch (error) {
        if (isProblem(error, "settlement_not_found")) return null;
        throw error;
      }
    },
    enabled,
    ...(isLive ? LIVE : { staleTime: Infinity }),
  });
}

/** Has everything about a tournament read again, and the lists that name it. */
export const tournamentChanged = (environment: Environment, tournamentId: string): Promise<void> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: keyOf(environment, tournamentId) }),
    queryClient.invalidateQueries({ queryKey: [environment.id, "tournaments"] }),
  ]).then(() => undefined);

/** The key of something that belongs to a tournament. */
export const tournamentKey = keyOf;
