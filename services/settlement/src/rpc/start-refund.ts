import { create } from "@bufbuild/protobuf";
import {
  StartRefundResponseSchema,
  type StartRefundRequest,
  type StartRefundResponse,
} from "@tms/proto/tms/settlement/v1/settlement";
import type { Context } from "../context.ts";
import { scheduleRefund } from "../db/settlements.ts";
import { settlementMessage } from "../messages.ts";
import { closeBookNow, requireSettlement, wake } from "../start.ts";

/** Has every fee of a cancelled tournament refunded, starting now. */
export async function startRefund(
  context: Context,
  request: StartRefundRequest,
): Promise<StartRefundResponse> {
  const { tournamentId, gameId } = request;
  await scheduleRefund(context.db, { tournamentId, gameId });
  const settlement = await requireSettlement(context.db, tournamentId, gameId);
  await closeBookNow(context, settlement);
  await wake(context, settlement);
  return create(StartRefundResponseSchema, { settlement: settlementMessage(settlement) });
}
