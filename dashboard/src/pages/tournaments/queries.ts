import { useQuery } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useState } from "react";
import { useAnnounced } from "../../api/announced.ts";
import { ANNOUNCED_EVERY_MS, LIVE, read, refusedAs } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import type { TimelinePoint, Tournament, TournamentListItem } from "../../api/schema.d.ts";
import { useEnvironment, useRead } from "../../environment.ts";
import { isFinal, isSettled, isUnchanging } from "./lifecycle.ts";

const { refetchInterval: EVERY_MS, ...WHILE_VISIBLE } = LIVE;

/** The tournament that the page shows. */
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

/** Reads a settlement with its first payout. The result is null if none is scheduled. */
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

// The parts that change with the announced events. The tournament itself has no part.
const ANNOUNCED_PARTS: ReadonlySet<unknown> = new Set([
  undefined,
  "leaderboard",
  "scores",
  "settlement",
]);

// Longer lists keep their own interval, because their pages are read one after the other.
const MAX_PAGES_AT_ONCE = 2;

const countPages = (data: unknown): number =>
  typeof data === "object" && data !== null && "pages" in data && Array.isArray(data.pages)
    ? data.pages.length
    : 1;

/** Reads a tournament, and refreshes its data after each announced change. */
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

// Each row of a list reads one point.
const POINT_EVERY_MS = 5 * EVERY_MS;
const NOTHING = { entries: 0, prizePool: 0 };

/** Reads the number of entries and the sum of their fees. */
export function useLatest({
  id: tournamentId,
  status,
}: TournamentListItem): Pick<TimelinePoint, "entries" | "prizePool"> | undefined {
  const isPending = status === "pending";
  const { data } = useRead(
    TIMELINE,
    { tournamentId, buckets: 1 },
    {
      version: isFinal(status),
      select: ({ timeline }) => timeline.at(-1) ?? NOTHING,
      enabled: !isPending,
      staleTime: isFinal(status) ? Infinity : POINT_EVERY_MS,
      ...WHILE_VISIBLE,
      refetchInterval: isFinal(status) ? false : POINT_EVERY_MS,
    },
  );
  return isPending ? NOTHING : data;
}

// Each read counts all entries, so that large tournaments are read less often.
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
