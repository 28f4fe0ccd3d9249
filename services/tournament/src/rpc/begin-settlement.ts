import { transaction } from "@tms/kit/database/transaction";
import type { Context, Rpcs } from "../context.ts";
import { getFinalRanks } from "../db/final-ranks.ts";
import { advance } from "../lifecycle/advance.ts";
import { tournamentMessage } from "../messages.ts";

/**
 * Ends a published tournament that is due. No response is stored: the status itself makes a repeat
 * harmless, and a worker that comes back must learn the present one. The prize pool is left out.
 */
export const beginSettlement =
  ({ db }: Context): Rpcs["beginSettlement"] =>
  async (key) => {
    const { after } = await transaction(db, "tournament.begin-settlement", (tx) =>
      advance(tx, key, "begin"),
    );
    return {
      tournament: tournamentMessage(after),
      finalRanks: await getFinalRanks(db, after.id),
    };
  };
