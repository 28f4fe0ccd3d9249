import { transaction } from "@tms/kit/database/transaction";
import type { Context, Rpcs } from "../context.ts";
import { advance } from "../lifecycle/advance.ts";
import { tournamentMessage } from "../messages.ts";

/**
 * Cancels an ended tournament with too few entries. No refund is staged: the worker that found so
 * makes it. The status itself makes a repeat harmless, so no response is stored.
 */
export const abandonSettlement =
  ({ db }: Context): Rpcs["abandonSettlement"] =>
  async (key) => {
    const { after } = await transaction(db, "tournament.abandon-settlement", (tx) =>
      advance(tx, key, "abandon"),
    );
    return { tournament: tournamentMessage(after) };
  };
