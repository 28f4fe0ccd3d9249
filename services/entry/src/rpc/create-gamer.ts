import { durably } from "@tms/kit/steps";
import { create } from "@bufbuild/protobuf";
import {
  CreateGamerResponseSchema,
  type CreateGamerRequest,
  type CreateGamerResponse,
} from "@tms/proto/tms/entry/v1/entry";
import type { Context } from "../context.ts";
import { findGamers, insertGamers } from "../db/gamers.ts";
import { normalizeHandle } from "../handles.ts";
import { gamerMessage } from "../messages.ts";

/** Creates a gamer. The handle is the fact: repeats and races all return the one gamer. */
export async function createGamer(
  context: Context,
  request: CreateGamerRequest,
): Promise<CreateGamerResponse> {
  const name = { gameId: request.gameId, handle: normalizeHandle(request.handle) };
  const [created] = await durably("entry.create-gamer", () => insertGamers(context.db, [name]));
  const [gamer] = await findGamers(context.db, [name]);
  if (gamer === undefined) throw new Error("a gamer vanished");
  return create(CreateGamerResponseSchema, {
    gamer: gamerMessage(gamer),
    created: created !== undefined,
  });
}
