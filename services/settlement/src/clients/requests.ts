import { derivedId } from "@tms/kit/values/ids";
import type { SettlementRow } from "../db/settlements.ts";

/** The key of a settlement's tournament. */
export const keyOf = ({ gameId, tournamentId }: SettlementRow) => ({
  gameId,
  tournamentId,
});

/** The key, and a request id derived from the step, so that a repeat is the same request. */
export function stepRequest(settlement: SettlementRow, step: string) {
  return {
    requestId: derivedId("settlement", settlement.tournamentId, step),
    ...keyOf(settlement),
  };
}
