import { useQuery } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useMemo, useState } from "react";
import { useAnnounced } from "../../api/announced.ts";
import { ANNOUNCED_EVERY_MS, LIVE, read, refusedAs } from "../../api/client.ts";
import { usePages } from "../../api/pages.ts";
import { isProblem } from "../../api/problem.ts";
import { queryClient } from "../../api/query-client.ts";
import type {
  LeaderboardEntry,
  TimelinePoint,
  Tournament,
  TournamentListItem,
} from "../../api/schema.d.ts";
import { useEnvironment, useLive, useRead } from "../../environment.ts";
import { isFinal, isSettled, isUnchanging } from "./lifecycle.ts";
import type { ScoreFilters } from "./search.ts";

const { refetchInterval: EVERY_MS, ...WHILE_VISIBLE } = LIVE;

export const TournamentContext = createContext<Tournament | undefined>(undefined);

export function useTournament(): Tournament {
  const tournament = useContext(TournamentContext);
  if (tournament === undefined) throw new Error("This page has no tournament.");
  return tournament;
}

/** Reads a tournament, and refreshes it less often if its changes are announced. */
export const useTournamentQuery = (tournamentId: string, isAnnounced = false) =>
  useRead(
    "/tournament/{tournamentId}",
    { tournamentId },
    {
      select: ({ tournament }) => tournament,
      ...WHILE_VISIBLE,
      refetchInterval: ({ state: { data } }) => {
        if (data !== undefined && isUnchanging(data.tournament)) return false;
        return isAnnounced ? ANNOUNCED_EVERY_MS : EVERY_MS;
      },
    },
  );

/** Reads the settlement of the tournament. The result is null if no settlement is scheduled. */
export function useSettlement(enabled: boolean) {
  const { id: tournamentId, status } = useTournament();
  const { queryKey, queryFn } = read(useEnvironment(), "/tournament/{tournamentId}/settlement", {
    tournamentId,
    limit: 1,
    expand: "attempts",
  });
  return useQuery({
    queryKey,
    queryFn: async () => {
      const found = await queryFn().catch(refusedAs("settlement_not_found", null));
      return found && found.settlement;
    },
    enabled,
    ...WHILE_VISIBLE,
    refetchInterval: ({ state }) => {
      if (isSettled(state.data)) return false;
      // A tournament that is cancelled before it is published has no settlement.
      return state.data === null && isFinal(status) ? ANNOUNCED_EVERY_MS : EVERY_MS;
    },
  });
}

// The parts of a tournament that events announce. `undefined` is the tournament itself.
const ANNOUNCED_PARTS = new Set<unknown>([undefined, "leaderboard", "scores", "settlement"]);

// Longer lists keep their own interval, because their pages are read one after the other.
const MAX_PAGES_AT_ONCE = 2;

const countPages = (data: unknown): number =>
  typeof data === "object" && data !== null && "pages" in data && Array.isArray(data.pages)
    ? data.pages.length
    : 1;

export function useAnnouncedTournament(tournamentId: string) {
  const { id } = useEnvironment();
  const [isOpen, setIsOpen] = useState(false);
  const query = useTournamentQuery(tournamentId, isOpen);
  const isOver = query.data !== undefined && isUnchanging(query.data);
  const state = useAnnounced(
    id,
    { tournament: tournamentId },
    () =>
      queryClient.invalidateQueries({
        queryKey: [id, "tournament", tournamentId],
        predicate: ({ queryKey: [, , , part, subpart], state: { data } }) =>
          ANNOUNCED_PARTS.has(part) &&
          subpart !== "preview" &&
          countPages(data) <= MAX_PAGES_AT_ONCE,
      }),
    query.data !== undefined && !isOver,
  );
  useEffect(() => setIsOpen(state === "open"), [state]);
  return query;
}

const TIMELINE = "/tournament/{tournamentId}/timeline";

// The interval is long, because each row of a tournament list reads one point.
const POINT_EVERY_MS = 5 * EVERY_MS;
const NOTHING = { entries: 0, prizePool: 0 };

/** Reads the number of entries and the sum of their fees. */
export function useLatest({ id: tournamentId, status }: TournamentListItem) {
  const isPending = status === "pending";
  const params = { tournamentId, buckets: 1 };
  const { data } = useRead(TIMELINE, params, {
    version: isFinal(status),
    select: ({ timeline }) => timeline.at(-1) ?? NOTHING,
    enabled: !isPending,
    staleTime: isFinal(status) ? Infinity : POINT_EVERY_MS,
    ...WHILE_VISIBLE,
    refetchInterval: isFinal(status) ? false : POINT_EVERY_MS,
  });
  return isPending ? NOTHING : data;
}

// Each read counts all entries, so the interval grows by EVERY_MS for each 5,000 entries.
const ENTRIES_PER_READ = 5_000;

export function useTimeline(): readonly TimelinePoint[] | undefined {
  const { id: tournamentId, status } = useTournament();
  const params = { tournamentId, buckets: 120 };
  return useRead(TIMELINE, params, {
    version: isFinal(status),
    enabled: status !== "pending",
    ...WHILE_VISIBLE,
    refetchInterval: ({ state }) => {
      if (isFinal(status)) return false;
      const entries = state.data?.timeline.at(-1)?.entries ?? 0;
      return EVERY_MS * Math.ceil((entries + 1) / ENTRIES_PER_READ);
    },
  }).data?.timeline;
}

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
    const out = isAny && entries ? entries.filter(({ state }) => state === "disqualified") : [];
    return new Set(out.map(({ gamerHandle }) => gamerHandle));
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
  const params = { tournamentId };
  const all = usePages(useEnvironment(), LEADERBOARD, params, (page) => page.standings, {
    limit: 500,
    // Events refresh up to two pages, at most once a second. Further pages are read by scrolling.
    maxPages: 1,
    isLive: !isFinal(status),
    enabled: status !== "pending",
  });
  const { rows, pages, ...others } = all;
  const standings = useMemo(() => rows && onceEach(rows), [rows]);
  return { standings, counts: pages?.[0], ...others };
}

/** Removes repeated entries. An entry can appear twice if its rank changes between two pages. */
function onceEach(standings: readonly LeaderboardEntry[]): LeaderboardEntry[] {
  const met = new Set<string>();
  return standings.filter(({ entry }) => !met.has(entry) && met.add(entry));
}

/** Reads a gamer and neighbours. The result is a message if the gamer is not in the tournament. */
export function useAround(gamer: string) {
  const { id: tournamentId, status } = useTournament();
  const isLive = !isFinal(status);
  const params = { tournamentId, around: gamer, limit: 21 };
  const unknown = `No gamer has the handle “${gamer}”. Handles are case-sensitive.`;
  const { queryKey, queryFn } = read(useEnvironment(), LEADERBOARD, params, isLive);
  return useQuery({
    queryKey,
    queryFn: () =>
      queryFn()
        .catch(refusedAs("gamer_not_found", unknown))
        .catch(refusedAs("gamer_not_entered", `The gamer “${gamer}” is not in this tournament.`)),
    refetchIntervalInBackground: LIVE.refetchIntervalInBackground,
    // An absent gamer rarely joins within seconds.
    refetchInterval: ({ state }) =>
      isLive && typeof state.data !== "string" && LIVE.refetchInterval,
    ...(!isLive && { staleTime: Infinity }),
  });
}

const SCORES = "/tournament/{tournamentId}/scores";
const SCORES_PAGE = 100;

/** Reads the scores of a tournament, newest first. The list is empty for an unknown gamer. */
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

/** Reads the settlement as if the tournament ended now, or null for an unpublished tournament. */
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
