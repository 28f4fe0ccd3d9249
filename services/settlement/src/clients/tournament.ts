import type { Client } from "@connectrpc/connect";
import type {
  FinalRank,
  Tournament,
  TournamentService,
} from "@tms/proto/tms/tournament/v1/tournament";
import type { SettlementRow } from "../db/settlements.ts";
import { batchedCall } from "../batching/batched.ts";
import { keyOf, stepRequest } from "./requests.ts";

/** A tournament whose prizes are paid, and those of its winners that are not recorded yet. */
export interface Completion {
  settlement: SettlementRow;
  winners: readonly string[];
}

/** A settlement's calls to the tournament service. */
export interface BatchedTournamentClient {
  getTournament(settlement: SettlementRow): Promise<Tournament | undefined>;
  /** Moves the tournament to settling; returns the ranks that its game gave. */
  beginSettlement(settlement: SettlementRow): Promise<readonly FinalRank[]>;
  /** Records the last of the winners, at most 1,000, and completes the tournament. */
  complete(completion: Completion): Promise<void>;
}

// As many as a batch takes for each tournament.
const FEW_WINNERS = 100;

export function batchedTournamentClient(
  tournaments: Client<typeof TournamentService>,
): BatchedTournamentClient {
  const complete = async ({ settlement, winners }: Completion): Promise<true> => {
    if (winners.length > 0)
      await tournaments.recordWinners({
        ...stepRequest(settlement, "last-winners"),
        gamerIds: [...winners],
      });
    await tournaments.finishSettlement(stepRequest(settlement, "finish"));
    return true;
  };
  const completeTogether = batchedCall<Completion, true>(complete, async (completions) => {
    const ends = completions.map(({ settlement, winners }) => ({
      tournament: keyOf(settlement),
      winnerGamerIds: [...winners],
    }));
    const completed = new Set((await tournaments.batchFinishSettlement({ ends })).tournamentIds);
    return completions.map(({ settlement }) =>
      completed.has(settlement.tournamentId) ? true : undefined,
    );
  });
  return {
    getTournament: batchedCall(
      async (settlement) => {
        const request = { ...keyOf(settlement), withoutPrizePool: true };
        return (await tournaments.getTournament(request)).tournament;
      },
      async (settlements) => {
        const keys = settlements.map(keyOf);
        const found = await tournaments.batchGetTournaments({ tournaments: keys });
        const byId = new Map(found.tournaments.map((tournament) => [tournament.id, tournament]));
        return keys.map(({ tournamentId }) => byId.get(tournamentId));
      },
    ),
    beginSettlement: batchedCall<SettlementRow, readonly FinalRank[]>(
      async (settlement) =>
        (await tournaments.beginSettlement(stepRequest(settlement, "begin"))).finalRanks,
      async (settlements) => {
        const keys = settlements.map(keyOf);
        const { tournamentIds } = await tournaments.batchBeginSettlement({ tournaments: keys });
        const begun = new Set(tournamentIds);
        return keys.map(({ tournamentId }) => (begun.has(tournamentId) ? [] : undefined));
      },
    ),
    async complete(completion) {
      const few = completion.winners.length <= FEW_WINNERS;
      await (few ? completeTogether(completion) : complete(completion));
    },
  };
}
