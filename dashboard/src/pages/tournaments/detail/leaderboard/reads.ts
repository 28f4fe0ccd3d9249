import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { usePages } from "../../../../api/use-pages.ts";
import { content } from "../../../../api/content.ts";
import { LIVE } from "../../../../api/live.ts";
import { isProblem } from "../../../../api/problem.ts";
import type { LeaderboardEntry, Tournament } from "../../../../api/types.ts";
import { useEnvironment } from "../../../../environment.ts";
import { tournamentKey } from "../../reads.ts";
import { isFinal } from "../../statuses.ts";

// Read again once a second while scores come in; the rest is read as far as one scrolls.
const PAGE = 500;
const PAGES_AT_FIRST = 1;
const AROUND = 21;

/** Reads a tournament's leaderboard from the best on, as far as one scrolls. */
export function useLeaderboard({ id: tournamentId, status }: Tournament, enabled: boolean) {
  const environment = useEnvironment();
  const { pages, query, isWhole } = usePages({
    queryKey: tournamentKey(environment, tournamentId, "leaderboard", isFinal(status)),
    read: (cursor) => {
      const page = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
      const params = { path: { tournamentId }, query: page };
      return content(environment.api.GET("/tournament/{tournamentId}/leaderboard", { params }));
    },
    mostPages: PAGES_AT_FIRST,
    isLive: !isFinal(status),
    enabled,
  });
  const standings = useMemo(
    () => pages && onceEach(pages.flatMap((page) => page.standings)),
    [pages],
  );
  return { standings, counts: pages?.[0], query, isWhole };
}

/** Whoever moves while pages are read may be met twice; they stand where they were met first. */
function onceEach(standings: readonly LeaderboardEntry[]): LeaderboardEntry[] {
  const met = new Set<string>();
  return standings.filter(({ entry }) => !met.has(entry) && met.add(entry));
}

/** Reads who is around a gamer, or why nobody is. */
export function useAround({ id: tournamentId, status }: Tournament, gamer: string) {
  const environment = useEnvironment();
  const isLive = !isFinal(status);
  const params = { path: { tournamentId }, query: { around: gamer, limit: AROUND } };
  return useQuery({
    queryKey: tournamentKey(environment, tournamentId, "leaderboard", !isLive, gamer),
    queryFn: async () => {
      const call = environment.api.GET("/tournament/{tournamentId}/leaderboard", { params });
      try {
        return await content(call);
      } catch (error) {
        if (isProblem(error, "gamer_not_found")) return "unknown";
        if (isProblem(error, "gamer_not_entered")) return "not entered";
        throw error;
      }
    },
    refetchIntervalInBackground: LIVE.refetchIntervalInBackground,
    // A gamer who is not there now is hardly there in three seconds.
    refetchInterval: ({ state }) =>
      isLive && typeof state.data !== "string" && LIVE.refetchInterval,
    ...(!isLive && { staleTime: Infinity }),
  });
}
