import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { content } from "../../../api/content.ts";
import { LIVE } from "../../../api/live.ts";
import { useEnvironment } from "../../../environment.ts";

/** How a list of gamers is narrowed down, as the address has it. */
export interface GamerSearch {
  /** How their handles begin. */
  handle?: string;
  cursor?: string;
}

// Each row reads its wallet: as many as one sees without scrolling far.
const PAGE = 25;
const KNOWN_FOR_MS = 30_000;

/** Reads a page of gamers by handle, and keeps up with who joins them. */
export function useGamers(search: GamerSearch) {
  const { id, api } = useEnvironment();
  return useQuery({
    queryKey: [id, "gamers", search],
    queryFn: () => content(api.GET("/gamer", { params: { query: { limit: PAGE, ...search } } })),
    placeholderData: keepPreviousData,
    ...LIVE,
  });
}

/** Reads what a gamer's wallet holds. */
export function useBalance(handle: string) {
  const { id, api } = useEnvironment();
  return useQuery({
    queryKey: [id, "gamer", handle, "balance"],
    queryFn: async () =>
      (await content(api.GET("/wallet/{handle}", { params: { path: { handle } } }))).wallet,
    staleTime: KNOWN_FOR_MS,
  });
}
