import { memoize } from "@tms/kit/batching/memoize";
import type { FrozenRanking, ReadStandingsResponse } from "@tms/proto/tms/entry/v1/entry";
import type { FinalRank, Tournament } from "@tms/proto/tms/tournament/v1/tournament";
import type { Context } from "../context.ts";
import type { SettlementRow } from "../db/settlements.ts";
import { BeyondRepairError } from "../errors.ts";
import { keyOf } from "../clients/requests.ts";

/** All that the steps of one attempt learn from other services; each is asked for once. */
export interface Inputs {
  tournament(): Promise<Tournament>;
  /** Moves the tournament to settling; returns the ranks that its game gave. */
  begun(): Promise<readonly FinalRank[]>;
  /** Freezes the ranking; returns the best rank groups. */
  ranking(groups: number): Promise<FrozenRanking>;
  /** The first page of the standings, often the only one; must not be read before they are final. */
  firstPage(): Promise<ReadStandingsResponse>;
}

/** How many entries a page of the standings has. */
export const STANDINGS_PAGE = 2_000;

export function inputsOf(context: Context, settlement: SettlementRow): Inputs {
  const { batched, entries } = context;
  const begun = memoize(() => batched.beginSettlement(settlement));
  let standings: ReadStandingsResponse | undefined;
  return {
    begun,
    tournament: memoize(async () => {
      const tournament = await batched.getTournament(settlement);
      if (!tournament.terms)
        throw new BeyondRepairError("the tournament service returned a tournament without terms");
      return tournament;
    }),
    async ranking(groups) {
      const finalRanks = await begun();
      const ranking = await batched.freezeRanking({ settlement, finalRanks, groups });
      standings = ranking.standings;
      return ranking;
    },
    firstPage: memoize(
      async () =>
        standings ??
        (await entries.readStandings({ ...keyOf(settlement), pageSize: STANDINGS_PAGE })),
    ),
  };
}
