import type { Client } from "@connectrpc/connect";
import type {
  FinalRank,
  Tournament,
  TournamentService,
} from "@tms/proto/tms/tournament/v1/tournament";
import type { SettlementRow } from "../db/settlements.ts";
import { batchedOutcomes, streamedOutcomes } from "../batching/outcomes.ts";
import { keyOf, stepRequest } from "./requests.ts";

/** A tournament whose prizes are paid, and those of its winners that are not recorded yet. */
export interface Completion {
  settlement: SettlementRow;
  winners: readonly string[];
}

/** A settlement's calls to the tournament service. */
export interface BatchedTournamentClient {
  getTournament(settlement: SettlementRow): Promise<Tournament>;
  /** Moves the tournament to settling; returns the ranks that its game gave. */
  beginSettlement(settlement: SettlementRow): Promise<readonly FinalRank[]>;
  /** Records the last of the winners, at most 1,000, and completes the tournament. */
  complete(completion: Completion): Promise<void>;
}

// As many as an end of a batch takes.
const FEW_WINNERS = 100;

export function batchedTournamentClient(
  tournaments: Client<typeof TournamentService>,
): BatchedTournamentClient {
  const begin = streamedOutcomes((settlements: readonly SettlementRow[]) =>
    tournaments.batchBeginSettlement({ tournaments: settlements.map(keyOf) }),
  );
  const finish = batchedOutcomes((completions: readonly Completion[]) => {
    const ends = completions.map(({ settlement, winners }) => ({
      tournament: keyOf(settlement),
      winnerGamerIds: [...winners],
      poolMinorUnits: settlement.poolMinor ?? 0n,
    }));
    return tournaments.batchFinishSettlement({ ends });
  });
  return {
    getTournament: streamedOutcomes((settlements: readonly SettlementRow[]) =>
      tournaments.batchGetTournaments({ tournaments: settlements.map(keyOf) }),
    ),
    beginSettlement: async (settlement) => (await begin(settlement)).finalRanks,
    async complete({ settlement, winners }) {
      const many = winners.length > FEW_WINNERS;
      if (many)
        await tournaments.recordWinners({
          ...stepRequest(settlement, "last-winners"),
          gamerIds: [...winners],
        });
      await finish({ settlement, winners: many ? [] : winners });
    },
  };
}
