import { invalidField } from "@tms/kit/errors/domain-error";
import { toRefusal } from "@tms/kit/errors/refusal";
import { settledInGroups } from "@tms/kit/rpc/streams";
import type { Context, Rpcs } from "../context.ts";
import { standingsColumns } from "../messages.ts";
import { freezeRankings, type FreezeOutcome, type FrozenRanking } from "../ranking/freeze.ts";

// As many as one ranking may have.
const MOST_FINAL_RANKS = 10_000;
// With this many standings of 100 entries, each with the longest handle, a response stays below 4 MiB.
const MOST_OUTCOMES = 64;

/** Gives every entry its final rank, once; a repeat reads what was frozen. */
export const batchFreezeRanking = (context: Context): Rpcs["batchFreezeRanking"] =>
  async function* ({ rankings }, { signal }) {
    const given = rankings.reduce((sum, { finalRanks }) => sum + finalRanks.length, 0);
    if (given > MOST_FINAL_RANKS)
      throw invalidField("rankings", `can have at most ${MOST_FINAL_RANKS} final ranks in total`);
    for await (const groups of settledInGroups(await freezeRankings(context, rankings, signal))) {
      const outcomes = groups.flat().map(outcomeMessage);
      for (let start = 0; start < outcomes.length; start += MOST_OUTCOMES)
        yield { outcomes: outcomes.slice(start, start + MOST_OUTCOMES) };
    }
  };

const outcomeMessage = ({ index, outcome }: FreezeOutcome) => ({
  index,
  outcome:
    outcome instanceof Error
      ? ({ case: "refused", value: toRefusal(outcome) } as const)
      : ({ case: "frozen", value: frozenMessage(outcome) } as const),
});

function frozenMessage({ registration, groups, standings }: FrozenRanking) {
  const { seatsTaken: entries, feeMinor } = registration;
  return {
    // With none pending, the seats are the entries.
    entries,
    groups: [...groups],
    ...(standings && {
      standings: { ...standingsColumns(standings), feeMinorUnits: feeMinor },
    }),
  };
}
