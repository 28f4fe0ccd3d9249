import { useMemo } from "react";
import { useAllPages } from "../../../../api/all-pages.ts";
import { content } from "../../../../api/content.ts";
import { useEnvironment } from "../../../../layout/environment.ts";
import { tournamentKey } from "../../reads.ts";

const PAGE = 1_000;
const MOST_PAGES = 5;

/** Reads the payouts of a tournament's settlement, best rank first; the first pages at once. */
export function usePayouts(tournamentId: string, isLive: boolean, enabled = true) {
  const environment = useEnvironment();
  const { pages, ...all } = useAllPages({
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
