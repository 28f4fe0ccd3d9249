import { originOf } from "@tms/kit/rpc/origin";
import type { Context, Rpcs } from "../context.ts";
import { retry } from "../changes.ts";
import { findRetried } from "../db/leases.ts";
import { findSettlement } from "../db/settlements.ts";
import { settlementNotDead, settlementNotFound } from "../errors.ts";
import { settlementMessage } from "../messages.ts";
import { wake } from "../scheduling/wake.ts";

/** Runs a dead settlement again. A repeat is told how it is now. */
export const retrySettlement =
  (context: Context): Rpcs["retrySettlement"] =>
  async (request, call) => {
    const retried = await retry(context.db, request, originOf(call));
    if (retried === undefined) {
      const repeated = await findRetried(context.db, request);
      if (repeated !== undefined) return { settlement: settlementMessage(repeated) };
      const found = await findSettlement(context.db, request.tournamentId);
      throw found === undefined ? settlementNotFound() : settlementNotDead();
    }
    await wake(context, retried);
    return { settlement: settlementMessage(retried) };
  };
