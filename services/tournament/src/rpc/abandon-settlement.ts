import { create } from "@bufbuild/protobuf";
import { transaction } from "@tms/kit/database/transaction";
import {
  AbandonSettlementResponseSchema,
  type AbandonSettlementRequest,
  type AbandonSettlementResponse,
} from "@tms/proto/tms/tournament/v1/tournament";
import { advance } from "../lifecycle/advance.ts";
import type { Context } from "../context.ts";
import { tournamentMessage } from "../messages.ts";

/**
 * Cancels an ended tournament with too few entries. No refund is staged: the worker that found so
 * makes it. As with beginSettlement, the status itself makes a repeat harmless.
 */
export async function abandonSettlement(
  ctx: Context,
  request: AbandonSettlementRequest,
): Promise<AbandonSettlementResponse> {
  const { after } = await transaction(ctx.db, "tournament.abandon-settlement", (tx) =>
    advance(tx, request, "abandon"),
  );
  return create(AbandonSettlementResponseSchema, { tournament: tournamentMessage(after) });
}
