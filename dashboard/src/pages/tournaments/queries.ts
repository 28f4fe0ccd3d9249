import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useAnnounced } from "../../api/announced.ts";
import { content } from "../../api/client.ts";
import { isProblem } from "../../api/problem.ts";
import { ANNOUNCED_EVERY_MS, LIVE, queryClient } from "../../api/query-client.ts";
import type { TimelinePoint, Tournament, TournamentListItem } from "../../api/types.ts";
import { type Environment, useEnvironment } from "../../environment.ts";
import { isFinal, isSettled, isUnchanging } from "./lifecycle.ts";

export const tournamentKey = (
  { id }: Environment,
  tournamentId: string,
  ...rest: readonly unknown[]
) => [id, "tournament", tournamentId, ...rest];

/**
 * Reads a tournament and refreshes it while it can change, less often if its changes are announced.
 */
export function useTournament(tournamentId: string, isAnnounced = false) {
  const environment = useEnvironment();
  const params = { path: { tournamentId } };
  return useQuery({
    queryKey: tournamentKey(environment, tournamentId),
    queryFn: async () =>
      (await content(environment.api.GET("/tournament/{tournamentId}", { params }))).tournament,
    refetchIntervalInBackground: LIVE.refetchIntervalInBackground,
    refetchInterval: ({ state }) => {
      if (state.data !== undefined && isUnchanging(state.data)) return false;
      return isAnnounced ? ANNOUNCED_EVERY_MS : LIVE.refetchInterval;
    },
  });
}

/** Refreshes a tournament without its parts. */
const refreshTournament = (environment: Environment, tournamentId: string): Promise<void> =>
  queryClient.invalidateQueries({
    queryKey: tournamentKey(environment, tournamentId),
    exact: true,
  });

// Longer lists keep their own interval, because their pages are read one after the other.
const MAX_PAGES_AT_ONCE = 2;

const refreshParts = (environment: Environment, tournamentId: string): Promise<unknown> =>
  Promise.all(
    ["leaderboard", "scores", "settlement", "payouts"].map((part) =>
      queryClient.invalidateQueries({
        queryKey: tournamentKey(environment, tournamentId, part),
        predicate: ({ state: { data } }) => countPages(data) <= MAX_PAGES_AT_ONCE,
      }),
    ),
  );

const countPages = (data: unknown): number =>
  typeof data === "object" && data !== null && "pages" in data && Array.isArray(data.pages)
    ? data.pages.length
    : 1;

/** Reads a settlement with its first payout. The result is null if none is scheduled. */
export function useSettlement({ id: tournamentId, status }: Tournament, enabled = true) {
  const environment = useEnvironment();
  const params = {
    path: { tournamentId },
    query: { limit: 1, expand: "attempts" as const },
  };
  return useQuery({
    queryKey: tournamentKey(environment, tournamentId, "settlement"),
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

/** Refreshes a tournament, its parts and the lists that contain it. */
export const refreshTournamentData = (
  environment: Environment,
  tournamentId: string,
): Promise<void> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: tournamentKey(environment, tournamentId) }),
    queryClient.invalidateQueries({ queryKey: [environment.id, "tournaments"] }),
  ]).then(() => undefined);

/**
 * Reads a tournament and refreshes it, its scores and its settlement after each announced change.
 */
export function useAnnouncedTournament(tournamentId: string) {
  const environment = useEnvironment();
  const [isOpen, setIsOpen] = useState(false);
  const query = useTournament(tournamentId, isOpen);
  const isOver = query.data !== undefined && isUnchanging(query.data);
  const state = useAnnounced(
    environment.id,
    { tournament: tournamentId },
    () =>
      Promise.all([
        refreshTournament(environment, tournamentId),
        refreshParts(environment, tournamentId),
      ]),
    query.data !== undefined && !isOver,
  );
  useEffect(() => setIsOpen(state === "open"), [state]);
  return query;
}

// Each row of a list reads one point.
const EVERY_MS = 5 * LIVE.refetchInterval;
const NOTHING = { entries: 0, prizePool: 0 };

/**
 * Reads the number of entries and the sum of their fees. The result is undefined until it is known.
 */
export function useLatest({
  id,
  status,
}: TournamentListItem): Pick<TimelinePoint, "entries" | "prizePool"> | undefined {
  const environment = useEnvironment();
  const isPending = status === "pending";
  const params = { path: { tournamentId: id }, query: { buckets: 1 } };
  const { data } = useQuery({
    queryKey: tournamentKey(environment, id, "latest", isFinal(status)),
    queryFn: async () => {
      const call = environment.api.GET("/tournament/{tournamentId}/timeline", { params });
      return (await content(call)).timeline.at(-1) ?? NOTHING;
    },
    enabled: !isPending,
    staleTime: isFinal(status) ? Infinity : EVERY_MS,
    refetchIntervalInBackground: LIVE.refetchIntervalInBackground,
    refetchInterval: isFinal(status) ? false : EVERY_MS,
  });
  return isPending ? NOTHING : data;
}

const BUCKETS = 120;
// Each read counts all entries, so that large tournaments are read less often.
const ENTRIES_PER_READ = 5_000;

export function useTimeline({ id: tournamentId, status }: Tournament) {
  const environment = useEnvironment();
  const params = { path: { tournamentId }, query: { buckets: BUCKETS } };
  return useQuery({
    queryKey: tournamentKey(environment, tournamentId, "timeline", isFinal(status)),
    queryFn: async () => {
      const call = environment.api.GET("/tournament/{tournamentId}/timeline", { params });
      return (await content(call)).timeline;
    },
    enabled: status !== "pending",
    refetchIntervalInBackground: LIVE.refetchIntervalInBackground,
    refetchInterval: ({ state }) => {
      if (isFinal(status)) return false;
      const entries = state.data?.at(-1)?.entries ?? 0;
      return LIVE.refetchInterval * Math.ceil((entries + 1) / ENTRIES_PER_READ);
    },
  });
}
