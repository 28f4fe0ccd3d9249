import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { Answer } from "../../api/client.ts";
import { pageReader, readPages, usePages } from "../../api/pages.ts";
import { queryClient } from "../../api/query-client.ts";
import type { LedgerAccount } from "../../api/schema.d.ts";
import { gamerPage } from "../../components/entries.tsx";
import { useTournamentNames } from "../../components/names.ts";
import { type Environment, useEnvironment } from "../../environment.ts";

export type AccountKind = LedgerAccount["kind"];

type KindWords = Record<"label" | "one" | "meaning", string>;

export const KINDS: Readonly<Record<AccountKind, KindWords>> = {
  gamers: { label: "Gamers", one: "Wallet", meaning: "in gamers' wallets" },
  prizePools: { label: "Prize pools", one: "Prize pool", meaning: "held until tournaments end" },
  platform: { label: "Platform", one: "Platform", meaning: "platform fees collected" },
  game: { label: "Game", one: "Game", meaning: "the game's own account" },
  outside: { label: "Outside", one: "Outside", meaning: "withdrawals minus deposits" },
};

const LARGE_PAGE = 1_000;
const MAX_ACCOUNT_PAGES = 10;

/**
 * Finds an account by id: first in cached lists, then among the first ten thousand accounts. The
 * result is null if the account is not found.
 */
export function useAccount(accountId: string) {
  const environment = useEnvironment();
  return useQuery({
    queryKey: [environment.id, "ledger", "account", accountId],
    queryFn: async (): Promise<LedgerAccount | null> => {
      const readNext = pageReader(environment, "/ledger/accounts", {}, LARGE_PAGE);
      const pages = await readPages(readNext, MAX_ACCOUNT_PAGES);
      return pages.flatMap(({ accounts }) => accounts).find(({ id }) => id === accountId) ?? null;
    },
    initialData: () => shownAccount(environment, accountId),
    staleTime: Infinity,
  });
}

function shownAccount({ id }: Environment, accountId: string): LedgerAccount | undefined {
  const lists = queryClient.getQueriesData<{ accounts?: readonly LedgerAccount[] }>({
    queryKey: [id, "ledger", "accounts"],
  });
  return lists
    .flatMap(([, list]) => list?.accounts ?? [])
    .find((account) => account.id === accountId);
}

interface Owner {
  name?: string | undefined;
  isPending?: boolean;
  page?: string | undefined;
}

const MAX_GAMER_PAGES = 100;

const toGamers = ({ gamers }: Answer<"/gamer">) => gamers;

/** Reads the handles of gamers. Reads up to 100 pages, because the API cannot list gamers by id. */
function useHandles(ids: readonly string[]) {
  const environment = useEnvironment();
  const [isMissing, setMissing] = useState(true);
  const options = {
    limit: LARGE_PAGE,
    maxPages: isMissing ? MAX_GAMER_PAGES : 0,
    isLive: false,
    enabled: ids.length > 0,
    staleTime: 30_000,
  };
  const { rows, query, isReading } = usePages(environment, "/gamer", {}, toGamers, options);
  const handles = useMemo(() => new Map(rows?.map(({ id, handle }) => [id, handle])), [rows]);
  const isAnyMissing = ids.some((id) => !handles.has(id));
  // The loaded names decide whether another page is needed.
  useEffect(() => setMissing(isAnyMissing), [isAnyMissing]);
  return { handles, isPending: isAnyMissing && (isReading || query.isPending) };
}

/**
 * Returns a function that finds the owner of an account. Names are known for the first 100,000
 * gamers by handle and for the newest hundred tournaments.
 */
export function useOwners(
  accounts: readonly LedgerAccount[],
): (account: LedgerAccount | undefined) => Owner {
  const { game } = useEnvironment();
  const gamers = useHandles(
    accounts.filter(({ kind }) => kind === "gamers").map(({ owner }) => owner),
  );
  const tournaments = useTournamentNames();
  return (account) => {
    if (account === undefined) return { isPending: true };
    const { kind, owner } = account;
    switch (kind) {
      case "gamers": {
        const name = gamers.handles.get(owner);
        const page = name && gamerPage(name);
        return { name, isPending: name === undefined && gamers.isPending, page };
      }
      case "prizePools":
        return {
          name: tournaments.data?.get(owner),
          isPending: tournaments.isPending,
          page: `tournaments/${owner}?tab=money`,
        };
      case "game":
        return { name: game.name };
      case "platform":
        return { name: "Platform fees" };
      case "outside":
        return { name: "Outside the ledger" };
      default:
        return kind satisfies never;
    }
  };
}
