import { setTimeout as delay } from "node:timers/promises";
import { within } from "@tms/kit/rpc/client";
import { dateOf } from "@tms/kit/values/input";
import { closeRegistration } from "../clients.ts";
import type { Context, Rpcs } from "../context.ts";
import {
  countUnsettled,
  findUnclaimed,
  moveClock,
  schedule,
  scheduleRefund,
} from "../db/schedule.ts";
import { findSettlement, type SettlementKey, type SettlementRow } from "../db/settlements.ts";
import { settlementNotFound } from "../errors.ts";
import { settlementMessage } from "../messages.ts";
import { wake } from "../scheduling/queue.ts";

/**
 * Schedules a settlement. If the game ended the tournament, the registration is closed before the response.
 */
export const scheduleSettlement =
  (context: Context): Rpcs["scheduleSettlement"] =>
  async ({ tournamentId, gameId, test, dueTime, ended }, call) => {
    const key = { tournamentId, gameId, test };
    await schedule(context.db, { ...key, dueAt: dateOf("due_time", dueTime) });
    const settlement = await getScheduled(context, key);
    if (ended) await closeRegistration(context, settlement, within(call));
    await wake(context, [settlement]);
    return { settlement: settlementMessage(settlement) };
  };

/** Starts to refund all fees of a canceled tournament, and closes its registration before the response. */
export const startRefund =
  (context: Context): Rpcs["startRefund"] =>
  async ({ tournamentId, gameId, test }, call) => {
    const key = { tournamentId, gameId, test };
    await scheduleRefund(context.db, key);
    const settlement = await getScheduled(context, key);
    await closeRegistration(context, settlement, within(call));
    await wake(context, [settlement]);
    return { settlement: settlementMessage(settlement) };
  };

/** Reads a settlement. Throws SETTLEMENT_NOT_FOUND if the tournament belongs to another game. */
async function getScheduled({ db }: Context, key: SettlementKey): Promise<SettlementRow> {
  const settlement = await findSettlement(db, key);
  if (settlement === undefined) throw settlementNotFound();
  return settlement;
}

// The sweeper finds the others within a second.
const MAX_WOKEN = 1_000;
// A few settlements take tens of milliseconds, and many take seconds.
const FIRST_PAUSE_MS = 10;
const MAX_PAUSE_MS = 200;

/**
 * Moves the clock of a test environment forward, and wakes workers for settlements that are now due. Waits
 * until all of them are settled, at most for the given time, and returns the number of the others.
 */
export const advanceSettlementClock =
  (context: Context): Rpcs["advanceSettlementClock"] =>
  async ({ gameId, aheadMs, untilTime, waitMs }, { signal }) => {
    const { db } = context;
    const until = dateOf("until_time", untilTime);
    await moveClock(db, gameId, aheadMs);
    await wake(context, await findUnclaimed(db, gameId, until, MAX_WOKEN));
    const endsAt = performance.now() + waitMs;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      const unsettled = await countUnsettled(db, gameId, until);
      if (unsettled === 0 || signal.aborted || performance.now() + pauseMs >= endsAt)
        return { unsettled };
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  };
