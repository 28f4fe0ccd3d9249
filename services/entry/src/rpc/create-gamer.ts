import { idempotent } from "@tms/kit/database/idempotent";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import type { Context, Rpcs } from "../context.ts";
import { findOrInsertGamer } from "../db/gamers.ts";
import { gamerMessage } from "../messages.ts";

const method = EntryService.method.createGamer;

/**
 * Creates a gamer, or returns the one that has the handle: races all return the one gamer. A repeat
 * is told what the first was told, also that the gamer was new.
 */
export const createGamer =
  ({ db }: Context): Rpcs["createGamer"] =>
  async (request) =>
    await idempotent(db, { faultPoint: "entry.create-gamer", method, request }, async (tx) => {
      const { gameId, handle, test } = request;
      const { gamer, created } = await findOrInsertGamer(tx, { gameId, handle, test });
      return { gamer: gamerMessage(gamer), created };
    });
