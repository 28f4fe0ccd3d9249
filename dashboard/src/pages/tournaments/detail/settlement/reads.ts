import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { usePages } from "../../../../api/use-pages.ts";
import { content } from "../../../../api/content.ts";
import { LIVE } from "../../../../api/live.ts";
import { isProblem } from "../../../../api/problem.ts";
import { useEnvironment } from "../../../../environment.ts";
import { tournamentKey } from "../../reads.ts";

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

const PAGE = 1_000;
const MOST_PAGES = 5;

/** Reads the payouts of a tournament's settlement, best rank first; the first pages at once. */
export function usePayouts(tournamentId: string, isLive: boolean, enabled = true) {
  const environment = useEnvironment();
  const { pages, ...all } = usePages({
    queryKey: tournamentKey(environment, tournamentId, "payouts", isLive),
    read: (cursor) => {
      const page = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
      const params = { path: { tournamentId }, query: page };
      return content(environment.api.GET("/tournament/{tournamentId}/settlement", { params }));
    },
    mostPages: MOST_PAGES,
    isLive,
    enabled,
  });
  const payouts = useMemo(() => pages?.flatMap((page) => page.payouts), [pages]);
  return { payouts, ...all };
}
