import { transaction } from "@tms/kit/database/transaction";
import { originOf } from "@tms/kit/rpc/origin";
import type { Context, Rpcs } from "../context.ts";
import { abandoned, stageChanges } from "../events.ts";
import { advance } from "../lifecycle/advance.ts";
import { tournamentMessage } from "../messages.ts";

/**
 * Cancels an ended tournament that cannot be paid out. No refund is staged: the worker that found so
 * makes it. The status itself makes a repeat harmless, so no response is stored.
 */
export const abandonSettlement =
  ({ db }: Context): Rpcs["abandonSettlement"] =>
  async ({ reason, ...key }, call) => {
    const { after } = await transaction(db, "tournament.abandon-settlement", async (tx) => {
      const moved = await advance(tx, key, "abandon");
      if (moved.before.status !== moved.after.status)
        await stageChanges(tx, originOf(call), [abandoned(moved.after, reason)]);
      return moved;
    });
    return { tournament: tournamentMessage(after) };
  };
