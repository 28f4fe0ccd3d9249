import { create } from "@bufbuild/protobuf";
import { DomainError } from "@tms/kit/errors/domain-error";
import {
  RetrySettlementResponseSchema,
  type RetrySettlementRequest,
  type RetrySettlementResponse,
} from "@tms/proto/tms/settlement/v1/settlement";
import type { Context } from "../context.ts";
import { findSettlement, revive } from "../db/settlements.ts";
import { settlementMessage } from "../messages.ts";
import { settlementNotFound, wake } from "../scheduling/wake.ts";

/** Runs a dead settlement again. */
export async function retrySettlement(
  context: Context,
  request: RetrySettlementRequest,
): Promise<RetrySettlementResponse> {
  const { tournamentId } = request;
  const revived = await revive(context.db, tournamentId);
  if (revived === undefined) {
    if ((await findSettlement(context.db, tournamentId)) === undefined) throw settlementNotFound();
    throw new DomainError("SETTLEMENT_NOT_DEAD", "The settlement is not in the dead-letter state.");
  }
  await wake(context, revived);
  return create(RetrySettlementResponseSchema, { settlement: settlementMessage(revived) });
}
