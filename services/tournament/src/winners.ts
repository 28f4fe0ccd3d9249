import type { Queryable } from "@tms/kit/database/handle";
import { Status, type Tournament } from "@tms/proto/tms/tournament/v1/tournament";
import { countWinners, listWinners } from "./db/winners.ts";
import type { Winners } from "./messages.ts";

/** Who holds rank 1 of a tournament: nobody until it is completed. */
export async function readWinners(
  db: Queryable,
  { id, status, winnerGamerId }: Pick<Tournament, "id" | "status" | "winnerGamerId">,
): Promise<Winners> {
  if (status !== Status.COMPLETED) return { gamerIds: [], count: 0 };
  if (winnerGamerId !== undefined) return { gamerIds: [winnerGamerId], count: 1 };
  const [counts, winners] = await Promise.all([countWinners(db, [id]), listWinners(db, [id])]);
  return { gamerIds: winners.get(id) ?? [], count: counts.get(id) ?? 0 };
}
