import { create } from "@bufbuild/protobuf";
import { transaction } from "@tms/kit/database/transaction";
import {
  BatchBeginSettlementResponseSchema,
  type BatchBeginSettlementRequest,
  type BatchBeginSettlementResponse,
} from "@tms/proto/tms/tournament/v1/tournament";
import { advanceLocked, lockFor } from "../lifecycle/advance.ts";
import type { Context } from "../context.ts";
import { findRanked } from "../db/final-ranks.ts";

/** Ends the published ones among many tournaments that are due, in one transaction. */
export async function batchBeginSettlement(
  ctx: Context,
  request: BatchBeginSettlementRequest,
): Promise<BatchBeginSettlementResponse> {
  const begun = await transaction(ctx.db, "tournament.begin-settlement", async (tx) => {
    const moves = await lockFor(tx, request.tournaments, "begin");
    await advanceLocked(tx, moves);
    return moves.map(({ before }) => before.id);
  });
  // There may be thousands of ranks to each; BeginSettlement tells those of one.
  const ranked = new Set(await findRanked(ctx.db, begun));
  return create(BatchBeginSettlementResponseSchema, {
    tournamentIds: begun.filter((id) => !ranked.has(id)),
  });
}
