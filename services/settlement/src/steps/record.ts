import { SettlementKind } from "@tms/proto/tms/settlement/v1/settlement";
import type { Context } from "../context.ts";
import { toDone, type SettlementRow } from "../db/settlements.ts";
import { stepRequest } from "../requests.ts";
import { standings } from "../standings.ts";

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
  for await (const entries of standings(context, stepRequest(settlement, "read"))) {
    const gamerIds = entries.filter((entry) => entry.rank === 1).map((entry) => entry.gamerId);
    if (gamerIds.length > 0)
      await context.tournaments.recordWinners({
        ...stepRequest(settlement, `winners-${page++}`),
        gamerIds,
      });
    if (gamerIds.length < entries.length) break;
  }
}
