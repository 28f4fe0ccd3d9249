import { SettlementKind } from "@tms/proto/tms/settlement/v1/settlement";
import type { Context } from "../context.ts";
import { toDone, type SettlementRow } from "../db/settlements.ts";
import { stepRequest } from "../requests.ts";
import { standings } from "../standings.ts";

// No more can be recorded in one call.
const WINNERS = 1_000;

/** Records the winners with the tournament, which completes it; a refund has none. */
export async function record(context: Context, settlement: SettlementRow): Promise<void> {
  if (settlement.kind !== SettlementKind.REFUND) {
    await recordWinners(context, settlement);
    await context.tournaments.finishSettlement(stepRequest(settlement, "finish"));
  }
  await toDone(context.db, settlement.tournament_id);
}

async function recordWinners(context: Context, settlement: SettlementRow): Promise<void> {
  let page = 0;
  const entries = standings(context, stepRequest(settlement, "read"), WINNERS);
  for await (const { gamerIds, ranks } of entries) {
    const winners = gamerIds.filter((_, index) => ranks[index] === 1);
    if (winners.length > 0)
      await context.tournaments.recordWinners({
        ...stepRequest(settlement, `winners-${page++}`),
        gamerIds: winners,
      });
    if (winners.length < gamerIds.length) break;
  }
}
