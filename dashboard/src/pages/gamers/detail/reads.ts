import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { content } from "../../../api/content.ts";
import { LIVE } from "../../../api/live.ts";
import { queryClient } from "../../../api/query-client.ts";
import { useEnvironment, type Environment } from "../../../environment.ts";

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
