import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { readPages } from "../../api/read-pages.ts";
import { content } from "../../api/content.ts";
import { LIVE } from "../../api/live.ts";
import { queryClient } from "../../api/query-client.ts";
import type { LedgerAccount } from "../../api/types.ts";
import { useEnvironment, type Environment } from "../../environment.ts";
import type { AccountSearch } from "./search.ts";

/** Reads what all accounts hold, by kind, and keeps up with it. */
export function useLedger() {
  const { id, api } = useEnvironment();
  return useQuery({
    queryKey: [id, "ledger"],
    queryFn: async () => (await content(api.GET("/ledger"))).ledger,
    ...LIVE,
  });
}

const PAGE = 25;

/** Reads a page of accounts. */
export const readAccounts = ({ api }: Environment, query: AccountSearch & { limit?: number }) =>
  content(api.GET("/ledger/accounts", { params: { query } }));

/** Reads a page of accounts, and keeps up with it. */
export function useAccounts(search: AccountSearch) {
  const environment = useEnvironment();
  return useQuery({
    queryKey: [environment.id, "ledger", "accounts", search],
    queryFn: () => readAccounts(environment, { limit: PAGE, ...search }),
    placeholderData: keepPreviousData,
    ...LIVE,
  });
}

const LARGE_PAGE = 1_000;
const MOST_PAGES = 10;

/**
 * An account by its id: as a list showed it, else looked for among the environment's accounts. Null
 * where it is not among the first ten thousand.
 */
export function useAccount(accountId: string) {
  const environment = useEnvironment();
  return useQuery({
    queryKey: [environment.id, "ledger", "account", accountId],
    queryFn: async (): Promise<LedgerAccount | null> => {
      const pages = await readPages(
        (cursor) =>
          readAccounts(environment, { limit: LARGE_PAGE, ...(cursor !== undefined && { cursor }) }),
        MOST_PAGES,
      );
      return pages.flatMap(({ accounts }) => accounts).find(({ id }) => id === accountId) ?? null;
    },
    initialData: () => shownAccount(environment, accountId),
    staleTime: Infinity,
  });
}

/** An account that a list of this page's life has shown. */
function shownAccount({ id }: Environment, accountId: string): LedgerAccount | undefined {
  const lists = queryClient.getQueriesData<{ accounts: readonly LedgerAccount[] }>({
    queryKey: [id, "ledger", "accounts"],
  });
  return lists
    .flatMap(([, list]) => list?.accounts ?? [])
    .find((account) => account.id === accountId);
}

/** Reads a page of an account's statement. */
export const readTransactions = (
  { api }: Environment,
  accountId: string,
  query: { limit?: number; cursor?: string },
) =>
  content(
    api.GET("/ledger/accounts/{accountId}/transactions", {
      params: { path: { accountId }, query },
    }),
  );

/** Reads a page of an account's statement, and keeps up with it. */
export function useTransactions(accountId: string, cursor: string | undefined) {
  const environment = useEnvironment();
  return useQuery({
    queryKey: [environment.id, "ledger", "transactions", accountId, cursor],
    queryFn: () => readTransactions(environment, accountId, cursor === undefined ? {} : { cursor }),
    placeholderData: keepPreviousData,
    ...LIVE,
  });
}
