import { create } from "@bufbuild/protobuf";
import type { Tx } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import {
  BatchFinishSettlementResponseSchema,
  Status,
  type BatchFinishSettlementRequest,
  type BatchFinishSettlementResponse,
  type SettlementEnd,
} from "@tms/proto/tms/tournament/v1/tournament";
import { advanceLocked, lockFor } from "../lifecycle/advance.ts";
import type { Context } from "../context.ts";
import { insertWinners } from "../db/winners.ts";

/** Records the winners of many tournaments and completes them, in one transaction. */
export async function batchFinishSettlement(
  ctx: Context,
  { ends }: BatchFinishSettlementRequest,
): Promise<BatchFinishSettlementResponse> {
  const tournamentIds = await transaction(ctx.db, "tournament.finish-settlement", (tx) =>
    finish(tx, ends),
  );
  return create(BatchFinishSettlementResponseSchema, { tournamentIds });
}

async function finish(tx: Tx, ends: readonly SettlementEnd[]): Promise<string[]> {
  const keys = ends.flatMap(({ tournament }) => tournament ?? []);
  const moves = await lockFor(tx, keys, "finish");
  // Once a tournament is completed its winners are final.
  const open = new Set(
    moves.filter(({ before }) => before.status === Status.SETTLING).map(({ before }) => before.id),
  );
  const winners = ends.flatMap(({ tournament, winnerGamerIds }) => {
    const tournamentId = tournament?.tournamentId.toLowerCase() ?? "";
    return open.has(tournamentId)
      ? winnerGamerIds.map((gamerId) => ({ tournamentId, gamerId }))
      : [];
  });
  // Sent together, executed in this order: the status names a sole winner.
  await Promise.all([
    winners.length > 0 ? insertWinners(tx, winners) : undefined,
    advanceLocked(tx, moves),
  ]);
  return moves.map(({ before }) => before.id);
}
