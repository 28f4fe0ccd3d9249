import type { MessageValidType } from "@bufbuild/protobuf";
import type { Tx } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import type { SettlementEndSchema } from "@tms/proto/tms/tournament/v1/tournament";
import type { Context, Rpcs } from "../context.ts";
import { insertWinners } from "../db/winners.ts";
import { advanceLocked, lockFor } from "../lifecycle/advance.ts";

/** Records the winners of many tournaments and completes them, in one transaction. */
export const batchFinishSettlement =
  ({ db }: Context): Rpcs["batchFinishSettlement"] =>
  async ({ ends }) => ({
    tournamentIds: await transaction(db, "tournament.finish-settlement", (tx) => finish(tx, ends)),
  });

async function finish(
  tx: Tx,
  ends: readonly MessageValidType<typeof SettlementEndSchema>[],
): Promise<string[]> {
  const keys = ends.map(({ tournament }) => tournament);
  const moves = await lockFor(tx, keys, "finish");
  // Once a tournament is completed its winners are final.
  const open = new Set(
    moves.filter(({ before }) => before.status === "settling").map(({ before }) => before.id),
  );
  const winners = ends.flatMap(({ tournament: { tournamentId }, winnerGamerIds }) =>
    open.has(tournamentId) ? winnerGamerIds.map((gamerId) => ({ tournamentId, gamerId })) : [],
  );
  // Sent together, executed in this order: the new status names a sole winner.
  await Promise.all([
    winners.length > 0 ? insertWinners(tx, winners) : undefined,
    advanceLocked(tx, moves),
  ]);
  return moves.map(({ before }) => before.id);
}
