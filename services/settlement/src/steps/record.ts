import { SettlementKind } from "@tms/proto/tms/settlement/v1/settlement";
import type { Context } from "../context.ts";
import { renewLease, toDone, type SettlementRow } from "../db/settlements.ts";
import type { Facts } from "../facts.ts";
import { stepRequest } from "../requests.ts";
import { standings } from "../standings.ts";

// No more can be recorded in one call.
const WINNERS = 1_000;

/**
 * Records the winners with the tournament, which completes it; a refund has none. Returns the
 * settlement, or undefined when another worker was quicker.
 */
export async function record(
  context: Context,
  settlement: SettlementRow,
  facts: Facts,
): Promise<SettlementRow | undefined> {
  if (settlement.kind !== SettlementKind.REFUND) {
    await recordWinners(context, settlement, facts);
    await context.tournaments.finishSettlement(stepRequest(settlement, "finish"));
  }
  return await toDone(context.db, settlement.tournament_id);
}

async function recordWinners(
  context: Context,
  settlement: SettlementRow,
  facts: Facts,
): Promise<void> {
  let part = 0;
  for await (const page of standings(context, facts, stepRequest(settlement, "read"))) {
    const winners = page.gamerIds.filter((_, index) => page.ranks[index] === 1);
    for (let start = 0; start < winners.length; start += WINNERS)
      await context.tournaments.recordWinners({
        ...stepRequest(settlement, `winners-${part++}`),
        gamerIds: winners.slice(start, start + WINNERS),
      });
    if (winners.length < page.gamerIds.length) break;
    await renewLease(context.db, settlement.tournament_id);
  }
}
