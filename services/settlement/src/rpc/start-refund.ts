import { within } from "@tms/kit/rpc/client";
import { closeRegistration } from "../clients/entry.ts";
import type { Context, Rpcs } from "../context.ts";
import { scheduleRefund } from "../db/schedule.ts";
import { findSettlementOfGame } from "../db/settlements.ts";
import { settlementNotFound } from "../errors.ts";
import { settlementMessage } from "../messages.ts";
import { wake } from "../scheduling/wake.ts";

/** Has every fee of a cancelled tournament refunded, starting now, and its registration closed. */
export const startRefund =
  (context: Context): Rpcs["startRefund"] =>
  async ({ tournamentId, gameId, test }, call) => {
    const key = { tournamentId, gameId };
    await scheduleRefund(context.db, { ...key, test });
    const settlement = await findSettlementOfGame(context.db, key);
    if (settlement === undefined) throw settlementNotFound();
    await closeRegistration(context.entries, settlement, within(call));
    await wake(context, settlement);
    return { settlement: settlementMessage(settlement) };
  };
