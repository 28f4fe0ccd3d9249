import { create } from "@bufbuild/protobuf";
import { transaction } from "@tms/kit/database/transaction";
import {
  FinishSettlementResponseSchema,
  type FinishSettlementRequest,
  type FinishSettlementResponse,
} from "@tms/proto/tms/tournament/v1/tournament";
import { advance } from "../lifecycle/advance.ts";
import type { Context } from "../context.ts";
import { tournamentMessage } from "../messages.ts";

/**
 * Completes a tournament whose prizes are paid and whose winners are recorded. As with
 * beginSettlement, the status itself makes a repeat harmless.
 */
export async function finishSettlement(
  ctx: Context,
  request: FinishSettlementRequest,
): Promise<FinishSettlementResponse> {
  const { after } = await transaction(ctx.db, "tournament.finish-settlement", (tx) =>
    advance(tx, request, "finish"),
  );
  return create(FinishSettlementResponseSchema, { tournament: tournamentMessage(after) });
}
