import type { Context, Rpcs } from "../context.ts";
import { revive } from "../db/leases.ts";
import { findSettlement } from "../db/settlements.ts";
import { settlementNotDead, settlementNotFound } from "../errors.ts";
import { settlementMessage } from "../messages.ts";
import { wake } from "../scheduling/wake.ts";

/** Runs a dead settlement again. */
export const retrySettlement =
  (context: Context): Rpcs["retrySettlement"] =>
  async ({ tournamentId }) => {
    const revived = await revive(context.db, tournamentId);
    if (revived === undefined) {
      const found = await findSettlement(context.db, tournamentId);
      throw found === undefined ? settlementNotFound() : settlementNotDead();
    }
    await wake(context, revived);
    return { settlement: settlementMessage(revived) };
  };
