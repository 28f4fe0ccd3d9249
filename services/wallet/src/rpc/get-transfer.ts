import type { Context, Rpcs } from "../context.ts";
import { findTransfer } from "../db/named-transfers.ts";
import { transferNotFound } from "../errors.ts";
import { transferMessage } from "../messages.ts";

/** Reads one transfer of a game. */
export const getTransfer =
  ({ db }: Context): Rpcs["getTransfer"] =>
  async ({ gameId, transferId }) => {
    const row = await findTransfer(db, gameId, transferId);
    if (row === undefined) throw transferNotFound();
    return { transfer: transferMessage(row) };
  };
