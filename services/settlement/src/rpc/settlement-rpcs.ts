import type { CallOptions, HandlerContext } from "@connectrpc/connect";
import { transaction } from "@tms/kit/database/transaction";
import { DomainError, found } from "@tms/kit/errors/domain-error";
import { stageEvents } from "@tms/kit/events/stage";
import { within } from "@tms/kit/rpc/client";
import { originOf } from "@tms/kit/rpc/origin";
import { dateOf } from "@tms/kit/values/input";
import { openPage, TOKEN_PART } from "@tms/kit/values/page";
import { setTimeout as delay } from "node:timers/promises";
import { closeRegistration, getTournament } from "../clients.ts";
import type { Context, Rpcs } from "../context.ts";
import { deletePlan, listPayouts } from "../db/payouts.ts";
import {
  countUnsettled,
  findUnclaimed,
  moveClock,
  schedule,
  scheduleRefund,
} from "../db/schedule.ts";
import {
  findSettlement,
  listSettlements as listPage,
  retry,
  type SettlementKey,
  type SettlementRow,
} from "../db/settlements.ts";
import { settlementEvent, payoutMessage, settlementMessage, STATES } from "../messages.ts";
import { wake } from "../scheduling/queue.ts";

export const settlementRpcs = {
  async getSettlement(context, request, call) {
    const { tournamentId } = request;
    const settlement = await findSettlement(context.db, request);
    if (settlement === undefined) {
      await getTournament(context, request, within(call));
      throw new DomainError("SETTLEMENT_NOT_FOUND");
    }
    const [page, after = "0"] = openPage(request, ["payouts", tournamentId], [TOKEN_PART.count]);
    const rows = await listPayouts(context.db, tournamentId, Number(after), page.limit);
    const { items, nextPageToken } = page.cut(rows, (row) => [row.position]);
    const paidAtMs = await readPayTimes(context, settlement, items, call);
    return {
      settlement: settlementMessage(settlement),
      payouts: items.map((row, index) =>
        payoutMessage(row, settlement.currency ?? "", paidAtMs[index]),
      ),
      nextPageToken,
    };
  },

  async listSettlements({ db }, request) {
    const { state } = request;
    const [page, beforeId] = openPage(request, ["settlements", state], [TOKEN_PART.id]);
    const rows = await listPage(db, STATES.word(state), beforeId, page.limit);
    const { items, nextPageToken } = page.cut(rows, (row) => [row.tournamentId]);
    return { settlements: items.map(settlementMessage), nextPageToken };
  },

  /** Retries a dead settlement, or throws SETTLEMENT_NOT_DEAD. A repeated request returns the settlement. */
  async retrySettlement(context, request, call) {
    const { db } = context;
    const retried = await transaction(db, "settlement.revive", async (tx) => {
      const row = await retry(tx, request);
      if (row === undefined) return undefined;
      if (row.state === "scheduled") await deletePlan(tx, row.tournamentId);
      await stageEvents(tx, [settlementEvent("settlementResumed", row, originOf(call))]);
      return row;
    });
    if (retried === undefined) {
      const key = { tournamentId: request.tournamentId };
      const known = found(await findSettlement(db, key), "SETTLEMENT_NOT_FOUND");
      if (known.retryRequestId !== request.requestId) throw new DomainError("SETTLEMENT_NOT_DEAD");
      return { settlement: settlementMessage(known) };
    }
    await wake(context, [retried]);
    return { settlement: settlementMessage(retried) };
  },

  /** Schedules and queues a settlement. With `ended`, closes the registration before queueing. */
  async scheduleSettlement(context, { tournamentId, gameId, test, dueTime, ended }, call) {
    const key = { tournamentId, gameId, test };
    await schedule(context.db, { ...key, dueAt: dateOf("due_time", dueTime) });
    return await wakeScheduled(context, key, ended ? within(call) : undefined);
  },

  /** Schedules the refund of a cancelled tournament, and closes the registration. */
  async startRefund(context, { tournamentId, gameId, test }, call) {
    const key = { tournamentId, gameId, test };
    await scheduleRefund(context.db, key);
    return await wakeScheduled(context, key, within(call));
  },

  /** Moves the clock, then waits up to `waitMs` for due settlements. Returns the number still unsettled. */
  async advanceSettlementClock(context, { gameId, aheadMs, untilTime, waitMs }, { signal }) {
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
  },
} satisfies Rpcs;

/** Returns Unix milliseconds; 0 if unpaid. Transfers have real times, so test payouts use `recordedAt`. */
async function readPayTimes(
  { wallet }: Context,
  { gameId, state, test }: SettlementRow,
  payouts: Awaited<ReturnType<typeof listPayouts>>,
  call: HandlerContext,
): Promise<readonly bigint[]> {
  if (payouts.length === 0 || state === "scheduled" || state === "planning") return [];
  if (test) return payouts.map(({ recordedAt }) => BigInt(recordedAt?.getTime() ?? 0));
  const transferIds = payouts.map(({ transferId }) => transferId);
  const request = { gameId, transferIds };
  return (await wallet.batchGetTransferTimes(request, within(call))).createTimesMs;
}

const MAX_WOKEN = 1_000;
// The pause grows, because a few settlements take tens of milliseconds, and many settlements take seconds.
const FIRST_PAUSE_MS = 10;
const MAX_PAUSE_MS = 200;

/** Queues a settlement. Throws SETTLEMENT_NOT_FOUND if the tournament belongs to another game. */
async function wakeScheduled(context: Context, key: SettlementKey, closing?: CallOptions) {
  const settlement = found(await findSettlement(context.db, key), "SETTLEMENT_NOT_FOUND");
  if (closing) await closeRegistration(context, settlement, closing);
  await wake(context, [settlement]);
  return { settlement: settlementMessage(settlement) };
}
