import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { usePages } from "../../../../api/use-pages.ts";
import { content } from "../../../../api/content.ts";
import type { Tournament } from "../../../../api/types.ts";
import { useEnvironment } from "../../../../environment.ts";
import { tournamentKey } from "../../reads.ts";
import { isFinal } from "../../statuses.ts";
import { useTimeline } from "../overview/reads.ts";

const PAGE = 1_000;
// More entries than these are shown as far as one scrolls.
const MOST_PAGES = 20;

/** Reads a tournament's standings, all of them where they are not very many. */
export function useEntries({ id: tournamentId, status }: Tournament, enabled = true) {
  const environment = useEnvironment();
  const { pages, query, isWhole, isReading } = usePages({
    queryKey: tournamentKey(environment, tournamentId, "entries", isFinal(status)),
    read: (cursor) => {
      const page = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
      const params = { path: { tournamentId }, query: page };
      return content(environment.api.GET("/tournament/{tournamentId}/entries", { params }));
    },
    mostPages: MOST_PAGES,
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
    isAsked && latest !== undefined && latest.disqualified > 0 && latest.entries <= PAGE;
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
