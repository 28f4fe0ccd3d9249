import { create } from "@bufbuild/protobuf";
import {
  BatchGetTournamentsResponseSchema,
  type BatchGetTournamentsRequest,
  type BatchGetTournamentsResponse,
} from "@tms/proto/tms/tournament/v1/tournament";
import type { Context } from "../context.ts";
import { findTournaments } from "../db/tournaments.ts";
import { tournamentMessage } from "../messages.ts";

/** Reads many tournaments, also of several games, for the settlement workers. */
export async function batchGetTournaments(
  ctx: Context,
  request: BatchGetTournamentsRequest,
): Promise<BatchGetTournamentsResponse> {
  const rows = await findTournaments(ctx.db, request.tournaments);
  return create(BatchGetTournamentsResponseSchema, {
    tournaments: rows.map((row) => tournamentMessage(row)),
  });
}
