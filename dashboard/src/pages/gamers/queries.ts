import { searchParams, text } from "../../address.ts";
import { useList } from "../../environment.ts";

// Each row reads a wallet.
const PAGE = 25;

export const gamerSearch = searchParams({ handle: text, cursor: text });

export const useGamers = (search: ReturnType<typeof gamerSearch>) =>
  useList("/gamer", { query: { limit: PAGE, ...search } });

export const WALLET = "/wallet/{handle}";

// Each entry reads a tournament.
const ENTRIES_PER_PAGE = 8;

export function useEntries(handle: string, cursor: string | undefined) {
  const query = { limit: ENTRIES_PER_PAGE, ...(cursor && { cursor }) };
  return useList("/gamer/{handle}/entries", { path: { handle }, query });
}

export const TRANSACTIONS = "/wallet/{handle}/transactions";

export const useTransactions = (handle: string, cursor: string | undefined) =>
  useList(TRANSACTIONS, { path: { handle }, query: { ...(cursor && { cursor }) } });
