import { toStepRequest } from "../clients.ts";
import type { Context } from "../context.ts";
import type { SettlementRow } from "../db/settlements.ts";
import type { Inputs } from "./inputs.ts";

// RecordWinners takes at most 1,000 winners.
const MAX_WINNERS = 1_000;

/**
 * Records the winners, which completes the tournament. A refund has no winners. Returns undefined if
 * another worker was faster.
 */
export async function record(
  context: Context,
  settlement: SettlementRow,
  inputs: Inputs,
): Promise<SettlementRow | undefined> {
  if (settlement.kind !== "refund") {
    let part = 0;
    let winners: string[] = [];
    for await (const next of readWinners(inputs)) {
      if (winners.length > 0) {
        const request = toStepRequest(settlement, `winners-${part++}`);
        await context.tournaments.recordWinners({ ...request, gamerIds: winners });
        await context.queries.renewLease(settlement);
      }
      winners = next;
    }
    await context.calls.finishSettlement({ settlement, winners });
  }
  return await context.queries.finish(settlement);
}

/** Reads the gamers of rank 1, at most 1,000 at a time. */
async function* readWinners(inputs: Inputs): AsyncGenerator<string[]> {
  for await (const { gamerIds, ranks } of inputs.standings()) {
    const winners = gamerIds.filter((_, index) => ranks[index] === 1);
    for (let start = 0; start < winners.length; start += MAX_WINNERS)
      yield winners.slice(start, start + MAX_WINNERS);
    if (winners.length < gamerIds.length) return;
  }
}
