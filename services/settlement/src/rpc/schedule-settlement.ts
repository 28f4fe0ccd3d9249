import { within } from "@tms/kit/rpc/client";
import { dateOf } from "@tms/kit/values/input";
import { closeRegistration } from "../clients/entry.ts";
import type { Context, Rpcs } from "../context.ts";
import { schedule } from "../db/schedule.ts";
import { findSettlementOfGame } from "../db/settlements.ts";
import { settlementNotFound } from "../errors.ts";
import { settlementMessage } from "../messages.ts";
import { wake } from "../scheduling/wake.ts";

/**
 * Has a tournament settled at its moment. The registration of one that its game ended is closed
 * before the caller hears of it.
 */
export const scheduleSettlement =
  (context: Context): Rpcs["scheduleSettlement"] =>
  async ({ tournamentId, gameId, dueTime, ended, test }, call) => {
    const key = { tournamentId, gameId };
    await schedule(context.db, { ...key, test, dueAt: dateOf("due_time", dueTime) });
    const settlement = await findSettlementOfGame(context.db, key);
    if (settlement === undefined) throw settlementNotFound();
    if (ended) await closeRegistration(context.entries, settlement, within(call));
    await wake(context, settlement);
    return { settlement: settlementMessage(settlement) };
  };
