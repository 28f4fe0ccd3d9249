import type { Context } from "../context.ts";
import { renewLease } from "../db/leases.ts";
import type { SettlementRow } from "../db/settlements.ts";
import type { Inputs } from "./inputs.ts";
import { keyOf, stepRequest } from "../clients/requests.ts";
import { standings } from "./standings.ts";

// The most that one call records.
const WINNERS = 1_000;

/**
 * Records the winners with the tournament, which completes it; a refund has none. Returns the
 * settlement, or undefined when another worker was quicker.
 */
export async function record(
  context: Context,
  settlement: SettlementRow,
  inputs: Inputs,
): Promise<SettlementRow | undefined> {
  if (settlement.kind !== "refund") {
    const winners = await recordAllButLast(context, settlement, inputs);
    await context.batched.complete({ settlement, winners });
  }
  return await context.queries.toDone(settlement.tournamentId);
}

/** Records the winners a call at a time; returns the last of them, to be recorded in one more. */
async function recordAllButLast(
  context: Context,
  settlement: SettlementRow,
  inputs: Inputs,
): Promise<readonly string[]> {
  let part = 0;
  let last: readonly string[] = [];
  for await (const page of standings(context, inputs, keyOf(settlement))) {
    const winners = page.gamerIds.filter((_, index) => page.ranks[index] === 1);
    for (let start = 0; start < winners.length; start += WINNERS) {
      if (last.length > 0) await recordWinners(context, settlement, part++, last);
      last = winners.slice(start, start + WINNERS);
    }
    if (winners.length < page.gamerIds.length) break;
  }
  return last;
}

async function recordWinners(
  context: Context,
  settlement: SettlementRow,
  part: number,
  winners: readonly string[],
): Promise<void> {
  await context.tournaments.recordWinners({
    ...stepRequest(settlement, `winners-${part}`),
    gamerIds: [...winners],
  });
  await renewLease(context.db, settlement);
}
