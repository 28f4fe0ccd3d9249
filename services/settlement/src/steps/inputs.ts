import { memoize } from "@tms/kit/batching/memoize";
import type { ReadStandingsResponse } from "@tms/proto/tms/entry/v1/entry";
import { toKey } from "../clients.ts";
import type { Context } from "../context.ts";
import type { SettlementRow } from "../db/settlements.ts";
import { BeyondRepairError } from "../errors.ts";

const PAGE_SIZE = 2_000;

/**
 * Creates the functions that read data of other services for the steps of one attempt. The tournament, the
 * final ranks and the first page of standings are read once.
 */
export function createInputs({ calls, entries }: Context, settlement: SettlementRow) {
  const finalRanks = memoize(async () => (await calls.beginSettlement(settlement)).finalRanks);
  const readPage = (pageToken: string) =>
    entries.readStandings({ ...toKey(settlement), pageSize: PAGE_SIZE, pageToken });
  let frozen: ReadStandingsResponse | undefined;
  const firstPage = memoize(async () => frozen ?? (await readPage("")));
  return {
    /** Moves the tournament to settling, and returns the ranks that its game gave. */
    finalRanks,
    tournament: memoize(async () => {
      const tournament = await calls.getTournament(settlement);
      if (!tournament.terms)
        throw new BeyondRepairError("the tournament service returned a tournament without terms");
      return tournament;
    }),
    /** Freezes the ranking, and returns the best rank groups. */
    async ranking(groups: number) {
      const request = { settlement, finalRanks: await finalRanks(), groups };
      const ranking = await calls.freezeRanking(request);
      frozen = ranking.standings;
      return ranking;
    },
    /** Reads the final standings in pages. The next page is read while the caller handles a page. */
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

export type Inputs = ReturnType<typeof createInputs>;
