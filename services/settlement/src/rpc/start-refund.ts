import { create } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";
import { within } from "@tms/kit/rpc/client";
import {
  StartRefundResponseSchema,
  type StartRefundRequest,
  type StartRefundResponse,
} from "@tms/proto/tms/settlement/v1/settlement";
import type { Context } from "../context.ts";
import { scheduleRefund } from "../db/settlements.ts";
import { settlementMessage } from "../messages.ts";
import { closeRegistrationNow, requireSettlement, wake } from "../scheduling/wake.ts";

/** Has every fee of a cancelled tournament refunded, starting now. */
export async function startRefund(
  context: Context,
  request: StartRefundRequest,
  call: HandlerContext,
): Promise<StartRefundResponse> {
  const { tournamentId, gameId } = request;
  await scheduleRefund(context.db, { tournamentId, gameId });
  const settlement = await requireSettlement(context.db, tournamentId, gameId);
  await closeRegistrationNow(context, settlement, within(call));
  await wake(context, settlement);
  return create(StartRefundResponseSchema, { settlement: settlementMessage(settlement) });
}
