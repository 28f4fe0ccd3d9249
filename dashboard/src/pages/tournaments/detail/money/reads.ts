import { useMemo } from "react";
import { usePages } from "../../../../api/use-pages.ts";
import { content } from "../../../../api/content.ts";
import type { Tournament } from "../../../../api/types.ts";
import { useEnvironment } from "../../../../environment.ts";
import { tournamentKey } from "../../reads.ts";
import { isUnchanging } from "../../settling.ts";

const PAGE = 1_000;
const MOST_PAGES = 50;

/** Reads all that moved through a tournament's prize pool, oldest first. */
export function useStatement(tournament: Tournament) {
  const tournamentId = tournament.id;
  const isLive = !isUnchanging(tournament);
  const environment = useEnvironment();
  const all = usePages({
    queryKey: tournamentKey(environment, tournamentId, "statement", isLive),
    read: (cursor) => {
      const page = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
      const params = { path: { tournamentId }, query: page };
      return content(environment.api.GET("/tournament/{tournamentId}/statement", { params }));
    },
    mostPages: MOST_PAGES,
    isLive,
  });
  const lines = useMemo(() => all.pages?.flatMap((page) => page.lines), [all.pages]);
  return { ...all, lines };
}
