import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { content } from "../../api/client.ts";
import { LIVE, queryClient } from "../../api/query-client.ts";
import { type Environment, useEnvironment } from "../../environment.ts";

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

const keyOf = ({ id }: Environment, handle: string, ...rest: readonly unknown[]) => [
  id,
  "gamer",
  handle,
  ...rest,
];

/** Reads a gamer. */
export function useGamer(handle: string) {
  const environment = useEnvironment();
  const params = { path: { handle } };
  return useQuery({
    queryKey: keyOf(environment, handle),
    queryFn: async () => (await content(environment.api.GET("/gamer/{handle}", { params }))).gamer,
  });
}

/** Reads a gamer's wallet, and keeps up with it. */
export function useWallet(handle: string, enabled: boolean) {
  const environment = useEnvironment();
  const params = { path: { handle } };
  return useQuery({
    queryKey: keyOf(environment, handle, "wallet"),
    queryFn: async () =>
      (await content(environment.api.GET("/wallet/{handle}", { params }))).wallet,
    enabled,
    ...LIVE,
  });
}

// Each tournament is one more read, for its name.
const ENTRIES_PER_PAGE = 8;

/** Reads a page of a gamer's entries, and keeps up with it. */
export function useEntries(handle: string, cursor: string | undefined) {
  const environment = useEnvironment();
  const query = { limit: ENTRIES_PER_PAGE, ...(cursor !== undefined && { cursor }) };
  const params = { path: { handle }, query };
  return useQuery({
    queryKey: keyOf(environment, handle, "entries", cursor),
    queryFn: () => content(environment.api.GET("/gamer/{handle}/entries", { params })),
    placeholderData: keepPreviousData,
    ...LIVE,
  });
}

/** Reads a page of a wallet's statement. */
export function readTransactions(
  { api }: Environment,
  handle: string,
  query: { limit?: number; cursor?: string },
) {
  return content(api.GET("/wallet/{handle}/transactions", { params: { path: { handle }, query } }));
}

/** Reads a page of a wallet's statement, and keeps up with it. */
export function useTransactions(handle: string, cursor: string | undefined) {
  const environment = useEnvironment();
  return useQuery({
    queryKey: keyOf(environment, handle, "transactions", cursor),
    queryFn: () => readTransactions(environment, handle, cursor === undefined ? {} : { cursor }),
    placeholderData: keepPreviousData,
    ...LIVE,
  });
}

/** Has everything about a gamer read again. */
export const gamerChanged = (environment: Environment, handle: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: keyOf(environment, handle) });
