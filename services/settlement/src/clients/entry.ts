import type { Client } from "@connectrpc/connect";
import type {
  CloseRegistrationResponse,
  EntryService,
  ReadStandingsResponse,
} from "@tms/proto/tms/entry/v1/entry";
import type { FinalRank } from "@tms/proto/tms/tournament/v1/tournament";
import type { SettlementRow } from "../db/settlements.ts";
import { batchedCall } from "../batching/batched.ts";
import { rankGroups, type RankGroup } from "../prizes.ts";
import { keyOf, stepRequest } from "./requests.ts";

/** A ranking that is final, with all of its standings where these are few. */
export interface Ranking {
  entries: number;
  groups: readonly RankGroup[];
  standings?: ReadStandingsResponse;
}

/** A ranking to freeze: the ranks its game gave, and how many rank groups are of interest. */
export interface RankingRequest {
  settlement: SettlementRow;
  finalRanks: readonly FinalRank[];
  groups: number;
}

/** A settlement's calls to the entry service. */
export interface BatchedEntryClient {
  closeRegistration(
    settlement: SettlementRow,
  ): Promise<Pick<CloseRegistrationResponse, "entries" | "unfinished">>;
  freezeRanking(request: RankingRequest): Promise<Ranking>;
}

export function batchedEntryClient(entries: Client<typeof EntryService>): BatchedEntryClient {
  const freezeOne = ({ settlement, finalRanks, groups }: RankingRequest): Promise<Ranking> =>
    entries.freezeRanking({
      ...stepRequest(settlement, "freeze"),
      finalRanks: [...finalRanks],
      groups,
    });
  const freezeTogether = batchedCall<RankingRequest, Ranking>(freezeOne, async (requests) => {
    const registrations = requests.map(({ settlement }) => keyOf(settlement));
    const { frozen } = await entries.batchFreezeRanking({ registrations });
    const standingsOf = new Map(frozen.map((one) => [one.tournamentId, one.standings]));
    return requests.map(({ settlement, groups }) => {
      const standings = standingsOf.get(settlement.tournamentId);
      return standings && { ...rankingOf(standings, groups), standings };
    });
  });
  return {
    closeRegistration: batchedCall(
      (settlement) => entries.closeRegistration(stepRequest(settlement, "close-registration")),
      async (settlements) => {
        const { closed } = await entries.batchCloseRegistration({
          registrations: settlements.map(keyOf),
        });
        const entriesOf = new Map(
          closed.map((registration) => [registration.tournamentId, registration.entries]),
        );
        return settlements.map(({ tournamentId: id }) => {
          const count = entriesOf.get(id);
          return count === undefined ? undefined : { entries: count, unfinished: 0 };
        });
      },
    ),
    freezeRanking: (request) =>
      request.finalRanks.length > 0 ? freezeOne(request) : freezeTogether(request),
  };
}

const rankingOf = ({ ranks }: ReadStandingsResponse, groups: number) => ({
  entries: ranks.length,
  groups: rankGroups(ranks).slice(0, groups),
});
