import { create } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";
import {
  GetTournamentResponseSchema,
  Status,
  type GetTournamentRequest,
  type GetTournamentResponse,
} from "@tms/proto/tms/tournament/v1/tournament";
import type { Context } from "../context.ts";
import { findTournament } from "../db/tournaments.ts";
import { selectWinners } from "../db/winners.ts";
import { tournamentNotFound } from "../errors.ts";
import { tournamentMessage } from "../messages.ts";
import { readPrizePool } from "../prize-pool.ts";

/** Reads one tournament with its prize pool and winners. */
export async function getTournament(
  ctx: Context,
  request: GetTournamentRequest,
  call: HandlerContext,
): Promise<GetTournamentResponse> {
  const row = await findTournament(ctx.db, request);
  if (row === undefined) throw tournamentNotFound();
  const [poolMinor, winners] = await Promise.all([
    request.withoutPrizePool ? undefined : readPrizePool(ctx, row, call),
    // Winners are being written until the tournament is completed.
    row.status === Status.COMPLETED ? selectWinners(ctx.db, row.id) : undefined,
  ]);
  const tournament = tournamentMessage(row, poolMinor, winners);
  return create(GetTournamentResponseSchema, { tournament });
}
