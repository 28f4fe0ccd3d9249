import type { Context, Rpcs } from "../context.ts";
import { findTransferTimes } from "../db/transfers.ts";

/** Tells when transfers of a game were made; one that was not reads as 0. */
export const batchGetTransferTimes =
  ({ db }: Context): Rpcs["batchGetTransferTimes"] =>
  async ({ gameId, transferIds }) => {
    const times = await findTransferTimes(db, gameId, transferIds);
    return { createTimesMs: transferIds.map((id) => BigInt(times.get(id)?.getTime() ?? 0)) };
  };
