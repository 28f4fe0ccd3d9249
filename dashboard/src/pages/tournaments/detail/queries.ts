import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { LIVE, read, refusedAs } from "../../../api/client.ts";
import { usePages } from "../../../api/pages.ts";
import { isProblem } from "../../../api/problem.ts";
import type { LeaderboardEntry } from "../../../api/schema.d.ts";
import { useEnvironment, useLive, useRead } from "../../../environment.ts";
import { isFinal, isUnchanging } from "../lifecycle.ts";
import { useTimeline, useTournament } from "../queries.ts";
import type { ScoreFilters } from "../search.ts";

const ENTRIES = "/tournament/{tournamentId}/entries";
const ENTRIES_PAGE = 1_000;

export function useEntries(enabled = true) {
  const { id: tournamentId, status } = useTournament();
  return usePages(useEnvironment(), ENTRIES, { tournamentId }, (page) => page.entries, {
    limit: ENTRIES_PAGE,
    // Further pages are read by scrolling.
    maxPages: 20,
    isLive: !isFinal(status),
    enabled: enabled && status !== "pending",
  });
}

const NO_HANDLES: ReadonlySet<string> = new Set();

/**
 * Returns the handles of disqualified gamers. The result is empty for tournaments with more than
 * one page of entries.
 */
export function useDisqualified(isAsked = true): ReadonlySet<string> {
  const latest = useTimeline()?.at(-1);
  const isAny =
    isAsked && latest !== undefined && latest.disqualified > 0 && latest.entries <= ENTRIES_PAGE;
  const { rows: entries } = useEntries(isAny);
  return useMemo(() => {
    const out = isAny ? entries?.filter(({ state }) => state === "disqualified") : undefined;
    return out ? new Set(out.map(({ gamerHandle }) => gamerHandle)) : NO_HANDLES;
  }, [entries, isAny]);
}

export function useBest(enabled: boolean): string | undefined {
  const params = { tournamentId: useTournament().id, limit: 1 };
  const options = { version: "best", enabled, staleTime: Infinity };
  return useRead(ENTRIES, params, options).data?.entries[0]?.gamerHandle;
}

const LEADERBOARD = "/tournament/{tournamentId}/leaderboard";

export function useLeaderboard() {
  const { id: tournamentId, status } = useTournament();
  const { rows, pages, ...others } = usePages(
    useEnvironment(),
    LEADERBOARD,
    { tournamentId },
    (page) => page.standings,
    {
      limit: 500,
      // The first page is refreshed once a second. Further pages are read by scrolling.
      maxPages: 1,
      isLive: !isFinal(status),
      enabled: status !== "pending",
    },
  );
  const standings = useMemo(() => rows && onceEach(rows), [rows]);
  return { standings, counts: pages?.[0], ...others };
}

/** Removes repeated entries. An entry can appear twice if its rank changes between two pages. */
function onceEach(standings: readonly LeaderboardEntry[]): LeaderboardEntry[] {
  const met = new Set<string>();
  return standings.filter(({ entry }) => !met.has(entry) && met.add(entry));
}

export function useAround(gamer: string) {
  const { id: tournamentId, status } = useTournament();
  const isLive = !isFinal(status);
  const params = { tournamentId, around: gamer, limit: 21 };
  const { queryKey, queryFn } = read(useEnvironment(), LEADERBOARD, params, isLive);
  return useQuery({
    queryKey,
    queryFn: () =>
      queryFn()
        .catch(refusedAs("gamer_not_found", "unknown" as const))
        .catch(refusedAs("gamer_not_entered", "not entered" as const)),
    refetchIntervalInBackground: LIVE.refetchIntervalInBackground,
    // An absent gamer rarely joins within seconds.
    refetchInterval: ({ state }) =>
      isLive && typeof state.data !== "string" && LIVE.refetchInterval,
    ...(!isLive && { staleTime: Infinity }),
  });
}

const SCORES = "/tournament/{tournamentId}/scores";
const SCORES_PAGE = 100;

/** Reads the scores of a tournament, newest first. An unknown gamer has none. */
export function useScores(filters: ScoreFilters) {
  const { id: tournamentId, status } = useTournament();
  const params = { tournamentId, ...filters };
  const all = usePages(useEnvironment(), SCORES, params, (page) => page.scores, {
    limit: SCORES_PAGE,
    maxPages: 1,
    isLive: !isFinal(status),
    enabled: status !== "pending",
  });
  const isUnknown = isProblem(all.query.error, "gamer_not_found");
  return isUnknown ? { ...all, query: { ...all.query, data: [] } } : all;
}

/**
 * Returns the number of held scores, such as "3", "100+" or "some", or undefined if there are none.
 * Scores of disqualified gamers are not counted.
 */
export function useHeld(): string | undefined {
  const { id: tournamentId, status, scoring } = useTournament();
  const isOpen = scoring !== undefined && status === "published";
  const disqualified = useDisqualified(isOpen);
  const params = { tournamentId, state: "held", limit: SCORES_PAGE } as const;
  const { data } = useLive(SCORES, params, { enabled: isOpen });
  if (!isOpen || data === undefined) return undefined;
  const waiting = data.scores.filter(({ gamerHandle }) => !disqualified.has(gamerHandle)).length;
  // All scores of the page may belong to disqualified gamers.
  if (data.nextCursor !== null) return waiting === 0 ? "some" : `${waiting}+`;
  return waiting === 0 ? undefined : String(waiting);
}

/**
 * Reads the settlement that would follow if the tournament ended now. The result is null if the
 * tournament is not published.
 */
export function usePreview(enabled = true) {
  const path = "/tournament/{tournamentId}/settlement/preview";
  const params = { tournamentId: useTournament().id, limit: 10 };
  const { queryKey, queryFn } = read(useEnvironment(), path, params);
  return useQuery({
    queryKey,
    queryFn: () => queryFn().catch(refusedAs("tournament_not_published", null)),
    enabled,
    ...LIVE,
  });
}

export type Preview = NonNullable<ReturnType<typeof usePreview>["data"]>;

export function usePayouts(isLive: boolean, enabled = true) {
  const path = "/tournament/{tournamentId}/settlement";
  const params = { tournamentId: useTournament().id };
  const options = { limit: 1_000, maxPages: 5, isLive, enabled };
  return usePages(useEnvironment(), path, params, (page) => page.payouts, options);
}

export function useStatement() {
  const tournament = useTournament();
  const path = "/tournament/{tournamentId}/statement";
  const params = { tournamentId: tournament.id };
  const options = { limit: 1_000, maxPages: 50, isLive: !isUnchanging(tournament) };
  return usePages(useEnvironment(), path, params, (page) => page.lines, options);
}
