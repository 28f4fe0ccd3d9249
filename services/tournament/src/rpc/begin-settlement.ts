import { create } from "@bufbuild/protobuf";
import { transaction } from "@tms/kit/database/transaction";
import {
  BeginSettlementResponseSchema,
  type BeginSettlementRequest,
  type BeginSettlementResponse,
} from "@tms/proto/tms/tournament/v1/tournament";
import { advance } from "../lifecycle/advance.ts";
import type { Context } from "../context.ts";
import { findFinalRanks } from "../db/final-ranks.ts";
import { tournamentMessage } from "../messages.ts";

/**
 * Ends a published tournament that is due. No response is stored: the status itself makes a repeat
 * harmless, and a worker that comes back must learn the present one. The prize pool is left out.
 */
export async function beginSettlement(
  ctx: Context,
  request: BeginSettlementRequest,
): Promise<BeginSettlementResponse> {
  const { after } = await transaction(ctx.db, "tournament.begin-settlement", (tx) =>
    advance(tx, request, "begin"),
  );
  return create(BeginSettlementResponseSchema, {
    tournament: tournamentMessage(after),
    finalRanks: await findFinalRanks(ctx.db, after.id),
  });
}
