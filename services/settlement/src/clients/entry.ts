import type { Client } from "@connectrpc/connect";
import type {
  CloseRegistrationResponse,
  EntryService,
  ReadStandingsResponse,
} from "@tms/proto/tms/entry/v1/entry";
import type { FinalRank } from "@tms/proto/tms/tournament/v1/tournament";
import type { SettlementRow } from "../db/settlements.ts";
import { gatherCalls } from "../batching/batched.ts";
import { rankGroups, type RankGroup } from "../prizes.ts";
import { keyOf, stepRequest } from "./requests.ts";

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

/** What a settlement has done to its registration. */
export interface EntryCalls {
  closeRegistration(
    settlement: SettlementRow,
  ): Promise<Pick<CloseRegistrationResponse, "entries" | "unfinished">>;
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
    const registrations = orders.map((order) => keyOf(order.settlement));
    const { frozen } = await entries.batchFreezeRanking({ registrations });
    const standingsOf = new Map(frozen.map((one) => [one.tournamentId, one.standings]));
    return orders.map(({ settlement, groups }) => {
      const standings = standingsOf.get(settlement.tournament_id);
      return standings && { ...rankingOf(standings, groups), standings };
    });
  });
  return {
    closeRegistration: gatherCalls(
      (settlement) => entries.closeRegistration(stepRequest(settlement, "close-registration")),
      async (settlements) => {
        const { closed } = await entries.batchCloseRegistration({
          registrations: settlements.map(keyOf),
        });
        const entriesOf = new Map(
          closed.map((registration) => [registration.tournamentId, registration.entries]),
        );
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
