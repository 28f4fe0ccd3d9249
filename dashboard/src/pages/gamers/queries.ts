import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { content } from "../../api/client.ts";
import { pageQuery } from "../../api/pages.ts";
import { LIVE, queryClient } from "../../api/query-client.ts";
import { type Environment, useEnvironment } from "../../environment.ts";

export interface GamerSearch {
  handle?: string;
  cursor?: string;
}

// Each row reads a wallet.
const PAGE = 25;
const KNOWN_FOR_MS = 30_000;

export function useGamers(search: GamerSearch) {
  const { id, api } = useEnvironment();
  return useQuery({
    queryKey: [id, "gamers", search],
    queryFn: () => content(api.GET("/gamer", { params: { query: { limit: PAGE, ...search } } })),
    placeholderData: keepPreviousData,
    ...LIVE,
  });
}

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

export function useGamer(handle: string) {
  const environment = useEnvironment();
  const params = { path: { handle } };
  return useQuery({
    queryKey: keyOf(environment, handle),
    queryFn: async () => (await content(environment.api.GET("/gamer/{handle}", { params }))).gamer,
  });
}

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

// Each entry reads a tournament.
const ENTRIES_PER_PAGE = 8;

export function useEntries(handle: string, cursor: string | undefined) {
  const environment = useEnvironment();
  const query = pageQuery(ENTRIES_PER_PAGE, cursor);
  const params = { path: { handle }, query };
  return useQuery({
    queryKey: keyOf(environment, handle, "entries", cursor),
    queryFn: () => content(environment.api.GET("/gamer/{handle}/entries", { params })),
    placeholderData: keepPreviousData,
    ...LIVE,
  });
}

export function readTransactions(
  { api }: Environment,
  handle: string,
  query: { limit?: number; cursor?: string },
) {
  return content(api.GET("/wallet/{handle}/transactions", { params: { path: { handle }, query } }));
}

export function useTransactions(handle: string, cursor: string | undefined) {
  const environment = useEnvironment();
  return useQuery({
    queryKey: keyOf(environment, handle, "transactions", cursor),
    queryFn: () => readTransactions(environment, handle, cursor === undefined ? {} : { cursor }),
    placeholderData: keepPreviousData,
    ...LIVE,
  });
}

export const refreshGamer = (environment: Environment, handle: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: keyOf(environment, handle) });
