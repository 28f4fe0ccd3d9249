import { create } from "@bufbuild/protobuf";
import {
  GetGameResponseSchema,
  type GetGameRequest,
  type GetGameResponse,
} from "@tms/proto/tms/game/v1/game";
import type { Context } from "../context.ts";
import { findGame } from "../db/games.ts";
import { gameNotFound } from "../errors.ts";
import { gameMessage } from "../messages.ts";

/** Reads one game. */
export async function getGame(ctx: Context, request: GetGameRequest): Promise<GetGameResponse> {
  const row = await findGame(ctx.db, request.gameId);
  if (row === undefined) throw gameNotFound();
  return create(GetGameResponseSchema, { game: gameMessage(row) });
}
