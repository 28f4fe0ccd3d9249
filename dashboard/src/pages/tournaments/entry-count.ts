import type { TournamentListItem } from "../../api/types.ts";
import { useSettlement } from "./reads.ts";
import { isFinal } from "./statuses.ts";

/**
 * How many entries a tournament has, as far as it can be told without reading them: while fees come
 * in, by what the pool holds; at the end, by the settlement. Undefined while that is not known.
 */
export function useEntryCount(tournament: TournamentListItem): number | undefined {
  const { id, status, entryFee, prizePool } = tournament;
  const isOver = isFinal(status);
  const settlement = useSettlement(id, false, isOver);
  if (status === "pending") return 0;
  // Without a settlement it was cancelled before anybody could join.
  if (isOver) return settlement.data === null ? 0 : settlement.data?.entries;
  return status === "published" && entryFee > 0 ? Math.round(prizePool / entryFee) : undefined;
}
