import type { MessageValidType } from "@bufbuild/protobuf";
import type { Tx } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import { DomainError } from "@tms/kit/errors/domain-error";
import { toRefusal } from "@tms/kit/errors/refusal";
import { originOf, type Origin } from "@tms/kit/rpc/origin";
import type { SettlementEndSchema } from "@tms/proto/tms/tournament/v1/tournament";
import type { Context, Rpcs } from "../context.ts";
import type { TournamentRow } from "../db/tournaments.ts";
import { countWinners, insertWinners, listFirstWinners } from "../db/winners.ts";
import { completed, stageChanges } from "../events.ts";
import { lockFor, makeMoves, type Move } from "../lifecycle/advance.ts";

/** Records the last winners of tournaments and completes them, in one transaction. */
export const batchFinishSettlement =
  ({ db }: Context): Rpcs["batchFinishSettlement"] =>
  async ({ ends }, call) => {
    const moves = await transaction(db, "tournament.finish-settlement", async (tx) => {
      const { moves: made, changed } = await finish(tx, ends);
      await stageCompleted(tx, originOf(call), changed, ends);
      return made;
    });
    return { outcomes: moves.map(outcomeMessage) };
  };

type End = MessageValidType<typeof SettlementEndSchema>;

interface Finished {
  moves: (Move | DomainError)[];
  /** The tournaments that were completed now. */
  changed: TournamentRow[];
}

async function finish(tx: Tx, ends: readonly End[]): Promise<Finished> {
  const keys = ends.map(({ tournament }) => tournament);
  const moves = await lockFor(tx, keys, "finish");
  const winners = ends.flatMap((end, index) => (isOpen(moves[index]) ? winnersOf(end) : []));
  // Sent together, executed in this order: the new status names a sole winner.
  const [, changed] = await Promise.all([
    winners.length > 0 ? insertWinners(tx, winners) : undefined,
    makeMoves(tx, moves),
  ]);
  return { moves, changed };
}

/** Tells of completed tournaments, with the first of their winners. */
async function stageCompleted(
  tx: Tx,
  origin: Origin,
  rows: readonly TournamentRow[],
  ends: readonly End[],
): Promise<void> {
  // The row names a sole winner.
  const shared = rows.flatMap((row) => (row.winnerGamerId === null ? [row.id] : []));
  const [counts, listed] = await Promise.all([
    shared.length > 0 ? countWinners(tx, shared) : NO_COUNTS,
    shared.length > 0 ? listFirstWinners(tx, shared) : NO_WINNERS,
  ]);
  const poolOf = new Map(ends.map((end) => [end.tournament.tournamentId, end.poolMinorUnits]));
  const changes = rows.map((row) => {
    const gamerIds = row.winnerGamerId ? [row.winnerGamerId] : (listed.get(row.id) ?? []);
    const count = counts.get(row.id) ?? gamerIds.length;
    return completed(row, poolOf.get(row.id) ?? 0n, { gamerIds, count });
  });
  await stageChanges(tx, origin, changes);
}

const NO_COUNTS: ReadonlyMap<string, number> = new Map();
const NO_WINNERS: ReadonlyMap<string, string[]> = new Map();

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
