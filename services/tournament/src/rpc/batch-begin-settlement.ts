import { transaction } from "@tms/kit/database/transaction";
import type { Context, Rpcs } from "../context.ts";
import { findRanked } from "../db/final-ranks.ts";
import { advanceLocked, lockFor } from "../lifecycle/advance.ts";

/** Begins the settlement of many tournaments that are due, in one transaction. */
export const batchBeginSettlement =
  ({ db }: Context): Rpcs["batchBeginSettlement"] =>
  async ({ tournaments }) => {
    const begun = await transaction(db, "tournament.begin-settlement", async (tx) => {
      const moves = await lockFor(tx, tournaments, "begin");
      await advanceLocked(tx, moves);
      return moves.map(({ before }) => before.id);
    });
    // There may be thousands of ranks to each; BeginSettlement tells those of one.
    const ranked = new Set(await findRanked(db, begun));
    return { tournamentIds: begun.filter((id) => !ranked.has(id)) };
  };
