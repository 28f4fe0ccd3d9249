import { derivedId } from "@tms/kit/ids";
import type { SettlementRow } from "./db/settlements.ts";

/** Names the tournament, and one step of its settlement, so that every repeat is the same request. */
export function stepRequest(settlement: SettlementRow, step: string) {
  return {
    requestId: derivedId("settlement", settlement.tournament_id, step),
    gameId: settlement.game_id,
    tournamentId: settlement.tournament_id,
  };
}
