import { memoize } from "@tms/kit/batching/memoize";
import type { FrozenRanking, ReadStandingsResponse } from "@tms/proto/tms/entry/v1/entry";
import type { FinalRank, Tournament } from "@tms/proto/tms/tournament/v1/tournament";
import { toKey } from "../clients.ts";
import type { Context } from "../context.ts";
import type { SettlementRow } from "../db/settlements.ts";
import { BeyondRepairError } from "../errors.ts";

/** Data of other services that the steps of one attempt need. Each is requested once. */
export interface Inputs {
  tournament(): Promise<Tournament>;
  /** Moves the tournament to settling, and returns the ranks that its game gave. */
  finalRanks(): Promise<readonly FinalRank[]>;
  /** Freezes the ranking, and returns the best rank groups. */
  ranking(groups: number): Promise<FrozenRanking>;
  /** Reads the final standings by pages. Each page is read while the caller handles the page before. */
  standings(): AsyncGenerator<ReadStandingsResponse>;
}

const PAGE_SIZE = 2_000;

export function createInputs({ calls, entries }: Context, settlement: SettlementRow): Inputs {
  const finalRanks = memoize(async () => (await calls.beginSettlement(settlement)).finalRanks);
  const readPage = (pageToken: string) =>
    entries.readStandings({ ...toKey(settlement), pageSize: PAGE_SIZE, pageToken });
  let frozen: ReadStandingsResponse | undefined;
  const firstPage = memoize(async () => frozen ?? (await readPage("")));
  return {
    finalRanks,
    tournament: memoize(async () => {
      const tournament = await calls.getTournament(settlement);
      if (!tournament.terms)
        throw new BeyondRepairError("the tournament service returned a tournament without terms");
      return tournament;
    }),
    async ranking(groups) {
      const request = { settlement, finalRanks: await finalRanks(), groups };
      const ranking = await calls.freezeRanking(request);
      frozen = ranking.standings;
      return ranking;
    },
    async *standings() {
      let page = await firstPage();
      while (page.nextPageToken !== "") {
        const next = readPage(page.nextPageToken);
        // A caller that stops early never awaits this page.
        next.catch(() => undefined);
        yield page;
        page = await next;
      }
      yield page;
    },
  };
}
