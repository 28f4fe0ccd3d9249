import { create } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";
import { within } from "@tms/kit/rpc/client";
import { DomainError } from "@tms/kit/errors/domain-error";
import { refusedFor } from "@tms/kit/errors/remote-error";
import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import {
  GetSettlementResponseSchema,
  SettlementState,
  type GetSettlementRequest,
  type GetSettlementResponse,
} from "@tms/proto/tms/settlement/v1/settlement";
import type { Context } from "../context.ts";
import { listPayouts, type PayoutRow } from "../db/payouts.ts";
import type { SettlementRow } from "../db/settlements.ts";
import { payoutMessage, settlementMessage } from "../messages.ts";
import { findSettlementOfGame, settlementNotFound } from "../scheduling/wake.ts";

const DEFAULT_PAGE_SIZE = 50;

/** Reads a settlement with a page of its payouts. */
export async function getSettlement(
  context: Context,
  request: GetSettlementRequest,
  call: HandlerContext,
): Promise<GetSettlementResponse> {
  const settlement =
    (await findSettlementOfGame(context.db, request)) ?? (await refuse(context, request, call));
  const size = request.pageSize || DEFAULT_PAGE_SIZE;
  const listed = ["payouts", request.tournamentId.toLowerCase()];
  const after = decodePageToken(request.pageToken, listed, [TOKEN_PART.count])?.[0] ?? "0";
  const rows = await listPayouts(context.db, request.tournamentId, Number(after), size + 1);
  const page = cutPage(rows, size, listed, (row) => [row.position]);
  const paidAt = await payTimes(context, settlement, page.items, call);
  return create(GetSettlementResponseSchema, {
    settlement: settlementMessage(settlement),
    payouts: page.items.map((row, index) =>
      payoutMessage(row, settlement.currency ?? "", paidAt[index] ?? 0n),
    ),
    nextPageToken: page.nextPageToken,
  });
}

/** When the ledger made the payouts' transfers, in milliseconds; only it can tell. */
async function payTimes(
  { wallet }: Context,
  { game_id: gameId, state }: SettlementRow,
  payouts: readonly PayoutRow[],
  call: HandlerContext,
): Promise<readonly bigint[]> {
  if (payouts.length === 0 || state < SettlementState.PAYING) return [];
  const transferIds = payouts.map((payout) => payout.transfer_id);
  const told = await wallet.batchGetTransferTimes({ gameId, transferIds }, within(call));
  return told.createTimesMs;
}

/** Says that the game has no such tournament, or only that it is not settled yet. */
async function refuse(
  { tournaments }: Context,
  { tournamentId, gameId }: GetSettlementRequest,
  call: HandlerContext,
): Promise<never> {
  const key = { tournamentId, gameId, withoutPrizePool: true };
  await tournaments.getTournament(key, within(call)).catch((error: unknown) => {
    if (!refusedFor(error, "TOURNAMENT_NOT_FOUND")) throw error;
    throw new DomainError("TOURNAMENT_NOT_FOUND", "The game has no such tournament.");
  });
  throw settlementNotFound();
}
