import type { ReadStandingsResponse } from "@tms/proto/tms/entry/v1/entry";
import type { BeginSettlementResponse, Tournament } from "@tms/proto/tms/tournament/v1/tournament";
import type { Context } from "./context.ts";
import type { SettlementRow } from "./db/settlements.ts";
import { BeyondRepairError } from "./errors.ts";
import { stepRequest } from "./requests.ts";

/** What the steps of one attempt want to know from the neighbours; each is asked once. */
export interface Facts {
  tournament(): Promise<Tournament>;
  /** Begins the settlement on the tournament's side, which tells the ranks its game gave. */
  begun(): Promise<BeginSettlementResponse>;
  /** The first page of the standings, often the only one; not to be asked before they are final. */
  firstPage(): Promise<ReadStandingsResponse>;
}

/** How many entries a page of the standings has. */
export const STANDINGS_PAGE = 2_000;

export function factsOf(context: Context, settlement: SettlementRow): Facts {
  const { gameId, tournamentId } = stepRequest(settlement, "read");
  return {
    tournament: once(async () => {
      const request = { gameId, tournamentId, withoutPrizePool: true };
      const { tournament } = await context.tournaments.getTournament(request);
      if (!tournament?.terms) throw new BeyondRepairError("the tournament came without its terms");
      return tournament;
    }),
    begun: once(() => context.tournaments.beginSettlement(stepRequest(settlement, "begin"))),
    firstPage: once(() =>
      context.entries.readStandings({ gameId, tournamentId, pageSize: STANDINGS_PAGE }),
    ),
  };
}

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => (answer ??= ask());
}
