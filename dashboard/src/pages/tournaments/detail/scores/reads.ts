import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { usePages } from "../../../../api/use-pages.ts";
import { content } from "../../../../api/content.ts";
import { LIVE } from "../../../../api/live.ts";
import { isProblem } from "../../../../api/problem.ts";
import type { Tournament } from "../../../../api/types.ts";
import { useEnvironment } from "../../../../environment.ts";
import { tournamentKey } from "../../reads.ts";
import { isFinal } from "../../statuses.ts";
import { useDisqualified } from "../entries/reads.ts";
import type { ScoreFilters } from "../search.ts";

const PAGE = 100;
const PAGES_AT_FIRST = 1;
const SCORES = "/tournament/{tournamentId}/scores";
const NOBODYS = { scores: [], nextCursor: null };

/** Reads a tournament's attempts, the newest first, as far as one scrolls; a gamer nobody knows has none. */
export function useScores({ id: tournamentId, status }: Tournament, filters: ScoreFilters) {
  const environment = useEnvironment();
  const { gamer, state } = filters;
  const { pages, query, isWhole } = usePages({
    queryKey: tournamentKey(environment, tournamentId, "scores", isFinal(status), gamer, state),
    read: async (cursor) => {
      const page = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
      const params = { path: { tournamentId }, query: { ...filters, ...page } };
      try {
        return await content(environment.api.GET(SCORES, { params }));
      } catch (error) {
        if (isProblem(error, "gamer_not_found")) return NOBODYS;
        throw error;
      }
    },
    mostPages: PAGES_AT_FIRST,
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
  const params = { path: { tournamentId }, query: { state: "held" as const, limit: PAGE } };
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
