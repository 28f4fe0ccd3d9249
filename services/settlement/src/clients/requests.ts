import { derivedId } from "@tms/kit/values/ids";
import type { SettlementRow } from "../db/settlements.ts";

/** Names the tournament of a settlement, and its game. */
export const keyOf = ({ gameId, tournamentId }: SettlementRow) => ({
  gameId,
  tournamentId,
});

/** Names the tournament, and one step of its settlement, so that every repeat is the same request. */
export function stepRequest(settlement: SettlementRow, step: string) {
  return {
    requestId: derivedId("settlement", settlement.tournamentId, step),
    ...keyOf(settlement),
  };
}
