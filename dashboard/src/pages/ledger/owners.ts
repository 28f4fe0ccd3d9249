import { useEffect, useMemo, useState } from "react";
import { content } from "../../api/content.ts";
import { usePages } from "../../api/use-pages.ts";
import type { LedgerAccount } from "../../api/types.ts";
import { useTournamentNames } from "../../components/names/tournament-names.ts";
import { useEnvironment } from "../../environment.ts";

/** Whom an account belongs to. */
export interface Owner {
  /** As people call it; undefined where that is not known. */
  name: string | undefined;
  /** Whether its name is still being read. */
  isPending: boolean;
  /** Its page in this environment, if it has one. */
  page: string | undefined;
}

const KNOWN_FOR_MS = 30_000;
const PAGE = 1_000;
const MAX_PAGES = 100;

/** Reads the handles of gamers by their ids. The API lists gamers by handle, so it reads on until it has all. */
function useHandles(ids: readonly string[]) {
  const { id, api } = useEnvironment();
  const [isMissing, setMissing] = useState(true);
  const { pages, query, isWhole } = usePages({
    queryKey: [id, "names", "gamers"],
    read: (cursor) => {
      const page = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
      return content(api.GET("/gamer", { params: { query: page } }));
    },
    mostPages: isMissing ? MAX_PAGES : 0,
    isLive: false,
    enabled: ids.length > 0,
    staleTime: KNOWN_FOR_MS,
  });
  const handles = useMemo(
    () =>
      new Map(pages?.flatMap(({ gamers }) => gamers.map(({ id: key, handle }) => [key, handle]))),
    [pages],
  );
  const isAnyMissing = ids.some((key) => !handles.has(key));
  // The names that were read decide whether another page is read.
  useEffect(() => setMissing(isAnyMissing), [isAnyMissing]);
  const isReading = !isWhole && !query.isError && (pages?.length ?? 0) < MAX_PAGES;
  return { handles, isPending: isAnyMissing && isReading };
}

/**
 * Tells who owns each of some accounts. Accounts name their owners by id: the names are those of
 * gamers and of the newest hundred tournaments. Other owners stay ids.
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
    if (account === undefined) return { name: undefined, isPending: true, page: undefined };
    const { kind, owner } = account;
    switch (kind) {
      case "gamers": {
        const name = gamers.handles.get(owner);
        const page = name && `gamers/${encodeURIComponent(name)}`;
        return { name, isPending: name === undefined && gamers.isPending, page };
      }
      case "prizePools":
        return {
          name: tournaments.data?.get(owner),
          isPending: tournaments.isPending,
          page: `tournaments/${owner}?tab=money`,
        };
      case "game":
        return { name: game.name, isPending: false, page: undefined };
      case "platform":
        return { name: "Platform fees", isPending: false, page: undefined };
      case "outside":
        return { name: "Outside the ledger", isPending: false, page: undefined };
      default:
        return kind satisfies never;
    }
  };
}
