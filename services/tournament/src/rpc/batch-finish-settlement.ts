import type { MessageValidType } from "@bufbuild/protobuf";
import type { Tx } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import { DomainError } from "@tms/kit/errors/domain-error";
import { toRefusal } from "@tms/kit/errors/refusal";
import type { SettlementEndSchema } from "@tms/proto/tms/tournament/v1/tournament";
import type { Context, Rpcs } from "../context.ts";
import { insertWinners } from "../db/winners.ts";
import { lockFor, makeMoves, type Move } from "../lifecycle/advance.ts";

/** Records the last winners of tournaments and completes them, in one transaction. */
export const batchFinishSettlement =
  ({ db }: Context): Rpcs["batchFinishSettlement"] =>
  async ({ ends }) => {
    const moves = await transaction(db, "tournament.finish-settlement", (tx) => finish(tx, ends));
    return { outcomes: moves.map(outcomeMessage) };
  };

type End = MessageValidType<typeof SettlementEndSchema>;

async function finish(tx: Tx, ends: readonly End[]): Promise<(Move | DomainError)[]> {
  const keys = ends.map(({ tournament }) => tournament);
  const moves = await lockFor(tx, keys, "finish");
  const winners = ends.flatMap((end, index) => (isOpen(moves[index]) ? winnersOf(end) : []));
  // Sent together, executed in this order: the new status names a sole winner.
  await Promise.all([
    winners.length > 0 ? insertWinners(tx, winners) : undefined,
    makeMoves(tx, moves),
  ]);
  return moves;
}

// Once a tournament is completed its winners are final.
const isOpen = (move: Move | DomainError | undefined): boolean =>
  move !== undefined && !(move instanceof DomainError) && move.before.status === "settling";
const winnersOf = ({ tournament: { tournamentId }, winnerGamerIds }: End) =>
  winnerGamerIds.map((gamerId) => ({ tournamentId, gamerId }));

const outcomeMessage = (move: Move | DomainError) => ({
  outcome:
    move instanceof DomainError
      ? ({ case: "refused", value: toRefusal(move) } as const)
      : ({ case: "completed", value: {} } as const),
});
