import { create } from "@bufbuild/protobuf";
import { DomainError } from "@tms/kit/errors/domain-error";
import { normalizeHandle } from "@tms/kit/values/handles";
import {
  GetGamerResponseSchema,
  type GetGamerRequest,
  type GetGamerResponse,
} from "@tms/proto/tms/entry/v1/entry";
import type { Context } from "../context.ts";
import { findGamers } from "../db/gamers.ts";
import { gamerMessage } from "../messages.ts";

/** Reads a gamer by handle. */
export async function getGamer(
  context: Context,
  request: GetGamerRequest,
): Promise<GetGamerResponse> {
  const name = { gameId: request.gameId, handle: normalizeHandle(request.handle) };
  const [gamer] = await findGamers(context.db, [name]);
  if (gamer === undefined)
    throw new DomainError("GAMER_NOT_FOUND", "There is no gamer of that handle.");
  return create(GetGamerResponseSchema, { gamer: gamerMessage(gamer) });
}
