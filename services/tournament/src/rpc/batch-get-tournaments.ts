import { create } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";
import {
  BatchGetTournamentsResponseSchema,
  Status,
  type BatchGetTournamentsRequest,
  type BatchGetTournamentsResponse,
  type Tournament,
} from "@tms/proto/tms/tournament/v1/tournament";
import type { Context } from "../context.ts";
import { findTournaments, type TournamentRow } from "../db/tournaments.ts";
import { tournamentMessage } from "../messages.ts";
import { readPoolsAtHand } from "../prize-pool.ts";

/** Reads many tournaments, also of several games. */
export async function batchGetTournaments(
  ctx: Context,
  request: BatchGetTournamentsRequest,
  call: HandlerContext,
): Promise<BatchGetTournamentsResponse> {
  const rows = await findTournaments(ctx.db, request.tournaments);
  const tournaments = request.withPrizePools
    ? await withPrizePools(ctx, rows, call)
    : rows.map((row) => tournamentMessage(row));
  return create(BatchGetTournamentsResponseSchema, { tournaments });
}

async function withPrizePools(
  ctx: Context,
  rows: readonly TournamentRow[],
  call: HandlerContext,
): Promise<Tournament[]> {
  const told = rows.filter((row) => row.status !== Status.COMPLETED || row.winnerGamerId !== null);
  const pools = await readPoolsAtHand(ctx, told, call);
  return told.flatMap((row) => {
    const poolMinor = pools.get(row.id);
    const gamerIds = row.winnerGamerId === null ? [] : [row.winnerGamerId];
    const winners = { gamerIds, count: gamerIds.length };
    return poolMinor === undefined ? [] : [tournamentMessage(row, poolMinor, winners)];
  });
}
