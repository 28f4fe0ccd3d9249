import type { HandlerContext } from "@connectrpc/connect";
import type { Tournament } from "@tms/proto/tms/tournament/v1/tournament";
import type { Context, Rpcs } from "../context.ts";
import { findTournaments, type TournamentRow } from "../db/tournaments.ts";
import { tournamentMessage } from "../messages.ts";
import { readPoolsAtHand } from "../prize-pool.ts";

/** Reads many tournaments, also of several games. */
export const batchGetTournaments =
  (context: Context): Rpcs["batchGetTournaments"] =>
  async (request, call) => {
    const rows = await findTournaments(context.db, request.tournaments);
    return {
      tournaments: request.withPrizePools
        ? await withPrizePools(context, rows, call)
        : rows.map((row) => tournamentMessage(row)),
    };
  };

async function withPrizePools(
  context: Context,
  rows: readonly TournamentRow[],
  call: HandlerContext,
): Promise<Tournament[]> {
  const told = rows.filter((row) => row.status !== "completed" || row.winnerGamerId !== null);
  const pools = await readPoolsAtHand(context, told, call);
  return told.flatMap((row) => {
    const poolMinor = pools.get(row.id);
    const gamerIds = row.winnerGamerId === null ? [] : [row.winnerGamerId];
    const winners = { gamerIds, count: gamerIds.length };
    return poolMinor === undefined ? [] : [tournamentMessage(row, poolMinor, winners)];
  });
}
