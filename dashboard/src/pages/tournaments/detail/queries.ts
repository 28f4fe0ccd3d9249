import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { content } from "../../../api/client.ts";
import { usePages } from "../../../api/pages.ts";
import { isProblem } from "../../../api/problem.ts";
import { LIVE } from "../../../api/query-client.ts";
import type { LeaderboardEntry, Tournament } from "../../../api/types.ts";
import { useEnvironment } from "../../../environment.ts";
import { isFinal, isUnchanging } from "../lifecycle.ts";
import { tournamentKey, useTimeline } from "../queries.ts";
import type { ScoreFilters } from "../search.ts";

const ENTRIES_PAGE = 1_000;
// More entries than these are shown as far as one scrolls.
const MAX_ENTRY_PAGES = 20;

/** Reads a tournament's standings, all of them where they are not very many. */
export function useEntries({ id: tournamentId, status }: Tournament, enabled = true) {
  const environment = useEnvironment();
  const { pages, query, isWhole, isReading } = usePages({
    queryKey: tournamentKey(environment, tournamentId, "entries", isFinal(status)),
    read: (cursor) => {
      const page = { limit: ENTRIES_PAGE, ...(cursor !== undefined && { cursor }) };
      const params = { path: { tournamentId }, query: page };
      return content(environment.api.GET("/tournament/{tournamentId}/entries", { params }));
    },
    mostPages: MAX_ENTRY_PAGES,
    isLive: !isFinal(status),
    enabled: enabled && status !== "pending",
  });
  const entries = useMemo(() => pages?.flatMap((page) => page.entries), [pages]);
  return { entries, query, isWhole, isReading };
}

const NOBODY: ReadonlySet<string> = new Set();

/** The handles of those who are disqualified, as far as one page of entries tells them; nobody's unless asked. */
export function useDisqualified(tournament: Tournament, isAsked = true): ReadonlySet<string> {
  const latest = useTimeline(tournament).data?.at(-1);
  const isAny =
    isAsked && latest !== undefined && latest.disqualified > 0 && latest.entries <= ENTRIES_PAGE;
  const { entries } = useEntries(tournament, isAny);
  return useMemo(() => {
    const out = isAny ? entries?.filter(({ state }) => state === "disqualified") : undefined;
    return out ? new Set(out.map(({ gamerHandle }) => gamerHandle)) : NOBODY;
  }, [entries, isAny]);
}

/** Reads the handle of whoever came first in a tournament that is over. */
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

// Read again once a second while scores come in; the rest is read as far as one scrolls.
const LEADERBOARD_PAGE = 500;
const PAGES_AT_FIRST = 1;
const AROUND = 21;

/** Reads a tournament's leaderboard from the best on, as far as one scrolls. */
export function useLeaderboard({ id: tournamentId, status }: Tournament, enabled: boolean) {
  const environment = useEnvironment();
  const { pages, query, isWhole } = usePages({
    queryKey: tournamentKey(environment, tournamentId, "leaderboard", isFinal(status)),
    read: (cursor) => {
      const page = { limit: LEADERBOARD_PAGE, ...(cursor !== undefined && { cursor }) };
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

const SCORES_PAGE = 100;
const SCORE_PAGES_AT_FIRST = 1;
const SCORES = "/tournament/{tournamentId}/scores";
const NOBODYS = { scores: [], nextCursor: null };

/** Reads a tournament's attempts, the newest first, as far as one scrolls; a gamer nobody knows has none. */
export function useScores({ id: tournamentId, status }: Tournament, filters: ScoreFilters) {
  const environment = useEnvironment();
  const { gamer, state } = filters;
  const { pages, query, isWhole } = usePages({
    queryKey: tournamentKey(environment, tournamentId, "scores", isFinal(status), gamer, state),
    read: async (cursor) => {
      const page = { limit: SCORES_PAGE, ...(cursor !== undefined && { cursor }) };
      const params = { path: { tournamentId }, query: { ...filters, ...page } };
      try {
        return await content(environment.api.GET(SCORES, { params }));
      } catch (error) {
        if (isProblem(error, "gamer_not_found")) return NOBODYS;
        throw error;
      }
    },
    mostPages: SCORE_PAGES_AT_FIRST,
    isLive: !isFinal(status),
    enabled: status !== "pending",
  });
  const scores = useMemo(() => pages?.flatMap((page) => page.scores), [pages]);
  return { scores, query, isWhole };
}

/**
 * Reads how many attempts wait for a review, such as "3", "100+" or "some"; nothing where none does, or none can.
 * Those of disqualified gamers decide nothing.
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
  // All that were read may be of the disqualified.
  if (data.nextCursor !== null) return waiting === 0 ? "some" : `${waiting}+`;
  return waiting === 0 ? undefined : String(waiting);
}

/**
 * Reads what a published tournament would pay if it ended now, with its first payouts; null once it is
 * published no more.
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

/** What a settlement that began now would plan. */
export type Preview = NonNullable<ReturnType<typeof usePreview>["data"]>;

const PAYOUTS_PAGE = 1_000;
const MAX_PAYOUT_PAGES = 5;

/** Reads the payouts of a tournament's settlement, best rank first; the first pages at once. */
export function usePayouts(tournamentId: string, isLive: boolean, enabled = true) {
  const environment = useEnvironment();
  const { pages, ...all } = usePages({
    queryKey: tournamentKey(environment, tournamentId, "payouts", isLive),
    read: (cursor) => {
      const page = { limit: PAYOUTS_PAGE, ...(cursor !== undefined && { cursor }) };
      const params = { path: { tournamentId }, query: page };
      return content(environment.api.GET("/tournament/{tournamentId}/settlement", { params }));
    },
    mostPages: MAX_PAYOUT_PAGES,
    isLive,
    enabled,
  });
  const payouts = useMemo(() => pages?.flatMap((page) => page.payouts), [pages]);
  return { payouts, ...all };
}

const STATEMENT_PAGE = 1_000;
const MAX_STATEMENT_PAGES = 50;

/** Reads all that moved through a tournament's prize pool, oldest first. */
export function useStatement(tournament: Tournament) {
  const tournamentId = tournament.id;
  const isLive = !isUnchanging(tournament);
  const environment = useEnvironment();
  const all = usePages({
    queryKey: tournamentKey(environment, tournamentId, "statement", isLive),
    read: (cursor) => {
      const page = { limit: STATEMENT_PAGE, ...(cursor !== undefined && { cursor }) };
      const params = { path: { tournamentId }, query: page };
      return content(environment.api.GET("/tournament/{tournamentId}/statement", { params }));
    },
    mostPages: MAX_STATEMENT_PAGES,
    isLive,
  });
  const lines = useMemo(() => all.pages?.flatMap((page) => page.lines), [all.pages]);
  return { ...all, lines };
}
