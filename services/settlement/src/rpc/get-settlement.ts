import { create } from "@bufbuild/protobuf";
import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/page";
import {
  GetSettlementResponseSchema,
  type GetSettlementRequest,
  type GetSettlementResponse,
} from "@tms/proto/tms/settlement/v1/settlement";
import type { Context } from "../context.ts";
import { listPayouts } from "../db/payouts.ts";
import { payoutMessage, settlementMessage } from "../messages.ts";
import { requireSettlement } from "../start.ts";

const DEFAULT_PAGE_SIZE = 50;

/** Reads a settlement with a page of its payouts. */
export async function getSettlement(
  context: Context,
  request: GetSettlementRequest,
): Promise<GetSettlementResponse> {
  const settlement = await requireSettlement(context.db, request.tournamentId, request.gameId);
  const size = request.pageSize || DEFAULT_PAGE_SIZE;
  const after = decodePageToken(request.pageToken, [TOKEN_PART.count])?.[0] ?? "0";
  const rows = await listPayouts(context.db, request.tournamentId, Number(after), size + 1);
  const page = cutPage(rows, size, (row) => [row.position]);
  return create(GetSettlementResponseSchema, {
    settlement: settlementMessage(settlement),
    payouts: page.items.map((row) => payoutMessage(row, settlement.currency ?? "")),
    nextPageToken: page.nextPageToken,
  });
}
