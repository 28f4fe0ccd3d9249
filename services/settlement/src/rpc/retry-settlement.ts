import { originOf } from "@tms/kit/rpc/origin";
import type { Context, Rpcs } from "../context.ts";
import { resume } from "../changes.ts";
import { findSettlement } from "../db/settlements.ts";
import { settlementNotDead, settlementNotFound } from "../errors.ts";
import { settlementMessage } from "../messages.ts";
import { wake } from "../scheduling/wake.ts";

/** Runs a dead settlement again. */
export const retrySettlement =
  (context: Context): Rpcs["retrySettlement"] =>
  async ({ tournamentId }, call) => {
    const revived = await resume(context.db, tournamentId, originOf(call));
    if (revived === undefined) {
      const found = await findSettlement(context.db, tournamentId);
      throw found === undefined ? settlementNotFound() : settlementNotDead();
    }
    await wake(context, revived);
    return { settlement: settlementMessage(revived) };
  };
