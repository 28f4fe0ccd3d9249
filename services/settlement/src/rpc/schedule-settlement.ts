import { create } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";
import { within } from "@tms/kit/rpc/client";
import { invalidField } from "@tms/kit/errors/domain-error";
import { dateOf } from "@tms/kit/values/input";
import {
  ScheduleSettlementResponseSchema,
  type ScheduleSettlementRequest,
  type ScheduleSettlementResponse,
} from "@tms/proto/tms/settlement/v1/settlement";
import type { Context } from "../context.ts";
import { schedule } from "../db/settlements.ts";
import { settlementMessage } from "../messages.ts";
import { closeRegistrationNow, requireSettlement, wake } from "../scheduling/wake.ts";

/** Has a tournament settled at its moment; one that was ended is closed to joins at once. */
export async function scheduleSettlement(
  context: Context,
  request: ScheduleSettlementRequest,
  call: HandlerContext,
): Promise<ScheduleSettlementResponse> {
  if (!request.dueTime) throw invalidField("due_time", "is required");
  const { tournamentId, gameId, ended } = request;
  await schedule(context.db, {
    tournamentId,
    gameId,
    dueAt: dateOf("due_time", request.dueTime),
  });
  const settlement = await requireSettlement(context.db, tournamentId, gameId);
  if (ended) await closeRegistrationNow(context, settlement, within(call));
  await wake(context, settlement);
  return create(ScheduleSettlementResponseSchema, { settlement: settlementMessage(settlement) });
}
