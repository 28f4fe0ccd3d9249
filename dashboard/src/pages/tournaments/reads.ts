import { useQuery } from "@tanstack/react-query";
import { content } from "../../api/content.ts";
import { ANNOUNCED_EVERY_MS, LIVE } from "../../api/live.ts";
import { isProblem } from "../../api/problem.ts";
import { queryClient } from "../../api/query-client.ts";
import type { Tournament } from "../../api/types.ts";
import { useEnvironment, type Environment } from "../../environment.ts";
import { isSettled, isUnchanging } from "./settling.ts";
import { isFinal } from "./statuses.ts";

const keyOf = ({ id }: Environment, tournamentId: string, ...rest: readonly unknown[]) => [
  id,
  "tournament",
  tournamentId,
  ...rest,
];

/** Reads a tournament, and keeps up with it while it may change; slowly where its changes are announced. */
export function useTournament(tournamentId: string, isAnnounced = false) {
  const environment = useEnvironment();
  const params = { path: { tournamentId } };
  return useQuery({
    queryKey: keyOf(environment, tournamentId),
    queryFn: async () =>
      (await content(environment.api.GET("/tournament/{tournamentId}", { params }))).tournament,
    refetchIntervalInBackground: LIVE.refetchIntervalInBackground,
    refetchInterval: ({ state }) => {
      if (state.data !== undefined && isUnchanging(state.data)) return false;
      return isAnnounced ? ANNOUNCED_EVERY_MS : LIVE.refetchInterval;
    },
  });
}

/** Has a tournament read again; what belongs to it keeps its own pace. */
export const readTournamentAgain = (
  environment: Environment,
  tournamentId: string,
): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: keyOf(environment, tournamentId), exact: true });

// More pages than these keep their own pace: they are read again one after the other.
const MOST_PAGES_AT_ONCE = 2;

/** Has a tournament's leaderboard, scores and settlement read again where they are looked at. */
export const readPartsAgain = (environment: Environment, tournamentId: string): Promise<unknown> =>
  Promise.all(
    ["leaderboard", "scores", "settlement", "payouts"].map((part) =>
      queryClient.invalidateQueries({
        queryKey: keyOf(environment, tournamentId, part),
        predicate: ({ state: { data } }) => pagesOf(data) <= MOST_PAGES_AT_ONCE,
      }),
    ),
  );

const pagesOf = (data: unknown): number =>
  typeof data === "object" && data !== null && "pages" in data && Array.isArray(data.pages)
    ? data.pages.length
    : 1;

/** Reads a settlement with its first payout, until it is done; null if none is scheduled. */
export function useSettlement({ id: tournamentId, status }: Tournament, enabled = true) {
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
    refetchIntervalInBackground: LIVE.refetchIntervalInBackground,
    refetchInterval: ({ state }) => {
      if (isSettled(state.data)) return false;
      // A tournament that is cancelled before it is published has no settlement.
      return state.data === null && isFinal(status) ? ANNOUNCED_EVERY_MS : LIVE.refetchInterval;
    },
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
