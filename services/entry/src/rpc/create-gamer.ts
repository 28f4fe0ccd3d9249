import { create } from "@bufbuild/protobuf";
import type { Tx } from "@tms/kit/database/handle";
import { normalizeHandle } from "@tms/kit/values/handles";
import { idempotent } from "@tms/kit/database/idempotent";
import {
  EntryService,
  CreateGamerResponseSchema,
  type CreateGamerRequest,
  type CreateGamerResponse,
} from "@tms/proto/tms/entry/v1/entry";
import type { Context } from "../context.ts";
import { findGamers, insertGamers, type GamerName } from "../db/gamers.ts";
import { gamerMessage } from "../messages.ts";

/**
 * Creates a gamer, or returns the one that has the handle: races all return the one gamer. A repeat
 * is told what the first was told, also that the gamer was new.
 */
export async function createGamer(
  { db }: Context,
  request: CreateGamerRequest,
): Promise<CreateGamerResponse> {
  const handle = normalizeHandle(request.handle);
  return await idempotent(
    db,
    {
      faultPoint: "entry.create-gamer",
      method: EntryService.method.createGamer,
      request: { ...request, handle },
    },
    (tx) => findOrInsert(tx, { gameId: request.gameId, handle }),
  );
}

async function findOrInsert(tx: Tx, name: GamerName): Promise<CreateGamerResponse> {
  // Sent together, executed in this order.
  const [[created], [gamer]] = await Promise.all([
    insertGamers(tx, [name]),
    findGamers(tx, [name]),
  ]);
  if (gamer === undefined) throw new Error("a gamer vanished");
  return create(CreateGamerResponseSchema, {
    gamer: gamerMessage(gamer),
    created: created !== undefined,
  });
}
