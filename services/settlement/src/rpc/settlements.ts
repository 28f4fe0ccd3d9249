import type { HandlerContext } from "@connectrpc/connect";
import { transaction } from "@tms/kit/database/transaction";
import { stageEvents } from "@tms/kit/events/stage";
import { within } from "@tms/kit/rpc/client";
import { originOf } from "@tms/kit/rpc/origin";
import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import { getTournament } from "../clients.ts";
import type { Context, Rpcs } from "../context.ts";
import { deletePlan, listPayouts } from "../db/payouts.ts";
import {
  findSettlement,
  listSettlements as listPage,
  retry,
  type SettlementRow,
} from "../db/settlements.ts";
import { settlementNotDead, settlementNotFound } from "../errors.ts";
import { settlementEvent } from "../events.ts";
import { payoutMessage, settlementMessage, STATES } from "../messages.ts";
import { wake } from "../scheduling/queue.ts";

const DEFAULT_PAGE_SIZE = 50;

/** Returns a settlement with a page of its payouts. */
export const getSettlement =
  (context: Context): Rpcs["getSettlement"] =>
  async (request, call) => {
    const { tournamentId } = request;
    const settlement = await findSettlement(context.db, request);
    if (settlement === undefined) {
      await getTournament(context, request, within(call));
      throw settlementNotFound();
    }
    const size = request.pageSize || DEFAULT_PAGE_SIZE;
    const list = ["payouts", tournamentId];
    const [after = "0"] = decodePageToken(request.pageToken, list, [TOKEN_PART.count]) ?? [];
    const rows = await listPayouts(context.db, tournamentId, Number(after), size + 1);
    const { items, nextPageToken } = cutPage(rows, size, list, (row) => [row.position]);
    const paidAtMs = await readPayTimes(context, settlement, items, call);
    return {
      settlement: settlementMessage(settlement),
      payouts: items.map((row, index) =>
        payoutMessage(row, settlement.currency ?? "", paidAtMs[index]),
      ),
      nextPageToken,
    };
  };

/**
 * Returns the times of payouts in milliseconds. The ledger knows when it made the transfers, but not the
 * clock of a test environment. There, the settlement's records have the times.
 */
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

/** Lists settlements of all games, for operators. */
export const listSettlements =
  ({ db }: Context): Rpcs["listSettlements"] =>
  async ({ state, pageSize, pageToken }) => {
    const size = pageSize || DEFAULT_PAGE_SIZE;
    const list = ["settlements", state];
    const [beforeId] = decodePageToken(pageToken, list, [TOKEN_PART.id]) ?? [];
    const rows = await listPage(db, STATES.word(state), beforeId, size + 1);
    const { items, nextPageToken } = cutPage(rows, size, list, (row) => [row.tournamentId]);
    return { settlements: items.map(settlementMessage), nextPageToken };
  };

/** Retries a dead settlement. A repeat returns its present state. */
export const retrySettlement =
  (context: Context): Rpcs["retrySettlement"] =>
  async (request, call) => {
    const { db } = context;
    const retried = await transaction(db, "settlement.revive", async (tx) => {
      const row = await retry(tx, request);
      if (row === undefined) return undefined;
      if (row.state === "scheduled") await deletePlan(tx, row.tournamentId);
      await stageEvents(tx, [settlementEvent("settlementResumed", row, originOf(call))]);
      return row;
    });
    if (retried === undefined) {
      const found = await findSettlement(db, { tournamentId: request.tournamentId });
      if (found === undefined) throw settlementNotFound();
      if (found.retryRequestId !== request.requestId) throw settlementNotDead();
      return { settlement: settlementMessage(found) };
    }
    await wake(context, [retried]);
    return { settlement: settlementMessage(retried) };
  };
