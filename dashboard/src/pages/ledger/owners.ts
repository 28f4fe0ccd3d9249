import { useQuery } from "@tanstack/react-query";
import { content } from "../../api/content.ts";
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
const MOST_GAMERS = 1_000;

/**
 * Tells who owns an account. Accounts name their owners by id: the names are those of the first
 * thousand gamers and the newest hundred tournaments, the others stay ids.
 */
export function useOwners(): (account: LedgerAccount | undefined) => Owner {
  const { id, api, game } = useEnvironment();
  const gamers = useQuery({
    queryKey: [id, "names", "gamers"],
    queryFn: async () => {
      const query = { limit: MOST_GAMERS };
      const list = await content(api.GET("/gamer", { params: { query } }));
      return new Map(list.gamers.map((gamer) => [gamer.id, gamer.handle]));
    },
    staleTime: KNOWN_FOR_MS,
  });
  const tournaments = useTournamentNames();
  return (account) => {
    if (account === undefined) return { name: undefined, isPending: true, page: undefined };
    const { kind, owner } = account;
    switch (kind) {
      case "gamers": {
        const name = gamers.data?.get(owner);
        const page = name && `gamers/${encodeURIComponent(name)}`;
        return { name, isPending: gamers.isPending, page };
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
        return { name: "Outside of the ledger", isPending: false, page: undefined };
      default:
        return kind satisfies never;
    }
  };
}
