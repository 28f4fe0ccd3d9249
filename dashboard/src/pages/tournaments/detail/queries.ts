import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { content } from "../../../api/client.ts";
import { pageQuery, usePages } from "../../../api/pages.ts";
import { isProblem } from "../../../api/problem.ts";
import { LIVE } from "../../../api/query-client.ts";
import type { LeaderboardEntry, Tournament } from "../../../api/types.ts";
import { useEnvironment } from "../../../environment.ts";
import { isFinal, isUnchanging } from "../lifecycle.ts";
import { tournamentKey, useTimeline } from "../queries.ts";
import type { ScoreFilters } from "../search.ts";

const ENTRIES_PAGE = 1_000;
// Further pages are read by scrolling.
const MAX_ENTRY_PAGES = 20;

export function useEntries({ id: tournamentId, status }: Tournament, enabled = true) {
  const environment = useEnvironment();
  const { pages, query, isWhole, isReading } = usePages({
    queryKey: tournamentKey(environment, tournamentId, "entries", isFinal(status)),
    read: (cursor) => {
      const params = { path: { tournamentId }, query: pageQuery(ENTRIES_PAGE, cursor) };
      return content(environment.api.GET("/tournament/{tournamentId}/entries", { params }));
    },
    maxPages: MAX_ENTRY_PAGES,
    isLive: !isFinal(status),
    enabled: enabled && status !== "pending",
  });
  const entries = useMemo(() => pages?.flatMap((page) => page.entries), [pages]);
  return { entries, query, isWhole, isReading };
}

const NO_HANDLES: ReadonlySet<string> = new Set();

/**
 * Returns the handles of disqualified gamers. The result is empty for tournaments with more than
 * one page of entries.
 */
export function useDisqualified(tournament: Tournament, isAsked = true): ReadonlySet<string> {
  const latest = useTimeline(tournament).data?.at(-1);
  const isAny =
    isAsked && latest !== undefined && latest.disqualified > 0 && latest.entries <= ENTRIES_PAGE;
  const { entries } = useEntries(tournament, isAny);
  return useMemo(() => {
    const out = isAny ? entries?.filter(({ state }) => state === "disqualified") : undefined;
    return out ? new Set(out.map(({ gamerHandle }) => gamerHandle)) : NO_HANDLES;
  }, [entries, isAny]);
}

export function useBest({ id: tournamentId }: Tournament, enabled: boolean) {
  const environment = useEnvironment();
  const params = { path: { tournamentId }, query: { limit: 1 } };
  return useQuery({
    queryKey: tournamentKey(environment, tournamentId, "best"),
    queryFn: async () => {
      const call = environment.api.GET("/tournament/{tournamentId}/entries", { params });
      return (await content(call)).entries[0]?.gamerHandle ?? null;
    },
    enabled,
    staleTime: Infinity,
  });
}

// The first page is refreshed once a second. Further pages are read by scrolling.
const LEADERBOARD_PAGE = 500;
const PAGES_AT_FIRST = 1;
const AROUND = 21;

export function useLeaderboard({ id: tournamentId, status }: Tournament, enabled: boolean) {
  const environment = useEnvironment();
  const { pages, query, isWhole } = usePages({
    queryKey: tournamentKey(environment, tournamentId, "leaderboard", isFinal(status)),
    read: (cursor) => {
      const params = { path: { tournamentId }, query: pageQuery(LEADERBOARD_PAGE, cursor) };
      return content(environment.api.GET("/tournament/{tournamentId}/leaderboard", { params }));
    },
    maxPages: PAGES_AT_FIRST,
    isLive: !isFinal(status),
    enabled,
  });
  const standings = useMemo(
    () => pages && onceEach(pages.flatMap((page) => page.standings)),
    [pages],
  );
  return { standings, counts: pages?.[0], query, isWhole };
}

/** Removes repeated entries. An entry can appear twice if its rank changes between two pages. */
function onceEach(standings: readonly LeaderboardEntry[]): LeaderboardEntry[] {
  const met = new Set<string>();
  return standings.filter(({ entry }) => !met.has(entry) && met.add(entry));
}

/** Reads the ranks around a gamer, or why there are none. */
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
    // An absent gamer rarely joins within seconds.
    refetchInterval: ({ state }) =>
      isLive && typeof state.data !== "string" && LIVE.refetchInterval,
    ...(!isLive && { staleTime: Infinity }),
  });
}

const SCORES_PAGE = 100;
const SCORE_PAGES_AT_FIRST = 1;
const SCORES = "/tournament/{tournamentId}/scores";
const NO_SCORES = { scores: [], nextCursor: null };

/** Reads the scores of a tournament, newest first. An unknown gamer has none. */
export function useScores({ id: tournamentId, status }: Tournament, filters: ScoreFilters) {
  const environment = useEnvironment();
  const { gamer, state } = filters;
  const { pages, query, isWhole } = usePages({
    queryKey: tournamentKey(environment, tournamentId, "scores", isFinal(status), gamer, state),
    read: async (cursor) => {
      const page = { ...filters, ...pageQuery(SCORES_PAGE, cursor) };
      const params = { path: { tournamentId }, query: page };
      try {
        return await content(environment.api.GET(SCORES, { params }));
      } catch (error) {
        if (isProblem(error, "gamer_not_found")) return NO_SCORES;
        throw error;
      }
    },
    maxPages: SCORE_PAGES_AT_FIRST,
    isLive: !isFinal(status),
    enabled: status !== "pending",
  });
  const scores = useMemo(() => pages?.flatMap((page) => page.scores), [pages]);
  return { scores, query, isWhole };
}

/**
 * Returns the number of held scores, such as "3", "100+" or "some", or undefined if there are none.
 * Scores of disqualified gamers are not counted.
 */
export function useHeld(tournament: Tournament): string | undefined {
  const { id: tournamentId, status, scoring } = tournament;
  const isOpen = scoring !== undefined && status === "published";
  const disqualified = useDisqualified(tournament, isOpen);
  const environment = useEnvironment();
  const params = { path: { tournamentId }, query: { state: "held" as const, limit: SCORES_PAGE } };
  const { data } = useQuery({
    queryKey: tournamentKey(environment, tournamentId, "scores", "how many are held"),
    queryFn: () => content(environment.api.GET(SCORES, { params })),
    enabled: isOpen,
    ...LIVE,
  });
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
export function usePreview(tournamentId: string, enabled = true) {
  const environment = useEnvironment();
  const params = { path: { tournamentId }, query: { limit: FIRST_PAYOUTS } };
  return useQuery({
    queryKey: tournamentKey(environment, tournamentId, "preview"),
    queryFn: async () => {
      const path = "/tournament/{tournamentId}/settlement/preview";
      try {
        return await content(environment.api.GET(path, { params }));
      } catch (error) {
        if (isProblem(error, "tournament_not_published")) return null;
        throw error;
      }
    },
    enabled,
    ...LIVE,
  });
}

const FIRST_PAYOUTS = 10;

export type Preview = NonNullable<ReturnType<typeof usePreview>["data"]>;

const PAYOUTS_PAGE = 1_000;
const MAX_PAYOUT_PAGES = 5;

export function usePayouts(tournamentId: string, isLive: boolean, enabled = true) {
  const environment = useEnvironment();
  const { pages, ...all } = usePages({
    queryKey: tournamentKey(environment, tournamentId, "payouts", isLive),
    read: (cursor) => {
      const params = { path: { tournamentId }, query: pageQuery(PAYOUTS_PAGE, cursor) };
      return content(environment.api.GET("/tournament/{tournamentId}/settlement", { params }));
    },
    maxPages: MAX_PAYOUT_PAGES,
    isLive,
    enabled,
  });
  const payouts = useMemo(() => pages?.flatMap((page) => page.payouts), [pages]);
  return { payouts, ...all };
}

const STATEMENT_PAGE = 1_000;
const MAX_STATEMENT_PAGES = 50;

export function useStatement(tournament: Tournament) {
  const tournamentId = tournament.id;
  const isLive = !isUnchanging(tournament);
  const environment = useEnvironment();
  const all = usePages({
    queryKey: tournamentKey(environment, tournamentId, "statement", isLive),
    read: (cursor) => {
      const params = { path: { tournamentId }, query: pageQuery(STATEMENT_PAGE, cursor) };
      return content(environment.api.GET("/tournament/{tournamentId}/statement", { params }));
    },
    maxPages: MAX_STATEMENT_PAGES,
    isLive,
  });
  const lines = useMemo(() => all.pages?.flatMap((page) => page.lines), [all.pages]);
  return { ...all, lines };
}
