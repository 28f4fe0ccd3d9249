import type { HandlerContext } from "@connectrpc/connect";
import { within } from "@tms/kit/rpc/client";
import { collected, soleResult } from "@tms/kit/rpc/outcomes";
import { refusedFor } from "@tms/kit/errors/remote-error";
import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import type { Context, Rpcs } from "../context.ts";
import { listPayouts, type PayoutRow } from "../db/payouts.ts";
import { listPayTimes } from "../db/payments.ts";
import { findSettlementOfGame, type SettlementKey, type SettlementRow } from "../db/settlements.ts";
import { settlementNotFound, tournamentNotFound } from "../errors.ts";
import { payoutMessage, settlementMessage } from "../messages.ts";

const DEFAULT_PAGE_SIZE = 50;

/** Reads a settlement with a page of its payouts. */
export const getSettlement =
  (context: Context): Rpcs["getSettlement"] =>
  async (request, call) => {
    const { tournamentId } = request;
    const settlement =
      (await findSettlementOfGame(context.db, request)) ?? (await refuse(context, request, call));
    const size = request.pageSize || DEFAULT_PAGE_SIZE;
    const listed = ["payouts", tournamentId];
    const [after = "0"] = decodePageToken(request.pageToken, listed, [TOKEN_PART.count]) ?? [];
    const rows = await listPayouts(context.db, tournamentId, Number(after), size + 1);
    const { items, nextPageToken } = cutPage(rows, size, listed, (row) => [row.position]);
    const paidAtMs = await payTimes(context, settlement, items, call);
    return {
      settlement: settlementMessage(settlement),
      payouts: items.map((row, index) =>
        payoutMessage(row, settlement.currency ?? "", paidAtMs[index] ?? 0n),
      ),
      nextPageToken,
    };
  };

/**
 * When payouts were paid, in milliseconds. Only the ledger can tell when it made their transfers; in a
 * test environment, whose clock the ledger does not know, it is when that was recorded.
 */
async function payTimes(
  { db, wallet }: Context,
  { gameId, tournamentId, state, test }: SettlementRow,
  payouts: readonly PayoutRow[],
  call: HandlerContext,
): Promise<readonly bigint[]> {
  if (payouts.length === 0 || state === "scheduled" || state === "planning") return [];
  if (test) {
    const positions = payouts.map((payout) => payout.position);
    const times = await listPayTimes(db, tournamentId, positions);
    return times.map((paidAt) => BigInt(paidAt?.getTime() ?? 0));
  }
  const transferIds = payouts.map((payout) => payout.transferId);
  const { createTimesMs } = await wallet.batchGetTransferTimes(
    { gameId, transferIds },
    within(call),
  );
  return createTimesMs;
}

/** Says that the game has no such tournament, or only that it is not settled yet. */
async function refuse(
  { tournaments }: Context,
  { tournamentId, gameId }: SettlementKey,
  call: HandlerContext,
): Promise<never> {
  const request = { tournaments: [{ gameId, tournamentId }] };
  try {
    soleResult(await collected(tournaments.batchGetTournaments(request, within(call))));
  } catch (error) {
    throw refusedFor(error, "TOURNAMENT_NOT_FOUND") ? tournamentNotFound() : error;
  }
  throw settlementNotFound();
}
