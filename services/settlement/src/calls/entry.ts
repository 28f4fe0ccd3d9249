import type { Client } from "@connectrpc/connect";
import type {
  CloseBookResponse,
  EntryService,
  ReadStandingsResponse,
} from "@tms/proto/tms/entry/v1/entry";
import type { FinalRank } from "@tms/proto/tms/tournament/v1/tournament";
import type { SettlementRow } from "../db/settlements.ts";
import { gatherCalls } from "../gather.ts";
import { rankGroups, type RankGroup } from "../prizes.ts";
import { keyOf, stepRequest } from "../requests.ts";

/** A ranking that is final, with all of its standings where these are few. */
export interface Ranking {
  entries: number;
  groups: readonly RankGroup[];
  standings?: ReadStandingsResponse;
}

/** A ranking to freeze: the ranks its game gave, and how many rank groups are of interest. */
export interface RankingOrder {
  settlement: SettlementRow;
  finalRanks: readonly FinalRank[];
  groups: number;
}

/** What a settlement has done to its entry book. */
export interface EntryCalls {
  closeBook(settlement: SettlementRow): Promise<Pick<CloseBookResponse, "entries" | "unfinished">>;
  freezeRanking(order: RankingOrder): Promise<Ranking>;
}

export function entryCalls(entries: Client<typeof EntryService>): EntryCalls {
  const freezeOne = ({ settlement, finalRanks, groups }: RankingOrder): Promise<Ranking> =>
    entries.freezeRanking({
      ...stepRequest(settlement, "freeze"),
      finalRanks: [...finalRanks],
      groups,
    });
  const freezeTogether = gatherCalls<RankingOrder, Ranking>(freezeOne, async (orders) => {
    const books = orders.map((order) => keyOf(order.settlement));
    const { frozen } = await entries.batchFreezeRanking({ books });
    const standingsOf = new Map(frozen.map((one) => [one.tournamentId, one.standings]));
    return orders.map(({ settlement, groups }) => {
      const standings = standingsOf.get(settlement.tournament_id);
      return standings && { ...rankingOf(standings, groups), standings };
    });
  });
  return {
    closeBook: gatherCalls(
      (settlement) => entries.closeBook(stepRequest(settlement, "close-book")),
      async (settlements) => {
        const { closed } = await entries.batchCloseBook({ books: settlements.map(keyOf) });
        const entriesOf = new Map(closed.map((book) => [book.tournamentId, book.entries]));
        return settlements.map(({ tournament_id: id }) => {
          const count = entriesOf.get(id);
          return count === undefined ? undefined : { entries: count, unfinished: 0 };
        });
      },
    ),
    freezeRanking: (order) =>
      order.finalRanks.length > 0 ? freezeOne(order) : freezeTogether(order),
  };
}

const rankingOf = ({ ranks }: ReadStandingsResponse, groups: number) => ({
  entries: ranks.length,
  groups: rankGroups(ranks).slice(0, groups),
});
