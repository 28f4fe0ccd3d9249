import type { MessageValidType } from "@bufbuild/protobuf";
import type { Tx } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import { DomainError } from "@tms/kit/errors/domain-error";
import { toOutcome } from "@tms/kit/errors/status";
import { originOf, type Origin } from "@tms/kit/rpc/origin";
import { inParts } from "@tms/kit/rpc/streams";
import type { SettlementEndSchema } from "@tms/proto/tms/tournament/v1/tournament";
import type { Rpcs } from "../context.ts";
import { countFinalRanks, getFinalRanks, type TournamentRow } from "../db/tournaments.ts";
import { insertWinners, readWinners } from "../db/winners.ts";
import { abandoned, completed, settling, stageChanges } from "../events.ts";
import { advance, allowed, lockFor, makeMoves, type Move } from "../lifecycle/advance.ts";
import { tournamentMessage } from "../messages.ts";

// One tournament can have this many ranks, which take some 2.6 MB. A message has at most 4 MiB.
const MAX_RANKS = 10_000;
const MAX_IN_EVENT = 100;

type End = MessageValidType<typeof SettlementEndSchema>;

export const settlementRpcs = {
  /**
   * Ends tournaments that are due. Then sends the ranks that their games gave, one message after the other.
   */
  async *batchBeginSettlement({ db }, { tournaments }, call) {
    const moves = await transaction(db, "tournament.begin-settlement", async (tx) => {
      const locked = await lockFor(tx, tournaments, "begin");
      const begun = await makeMoves(tx, locked);
      await stageChanges(tx, originOf(call), begun.map(settling));
      return locked;
    });
    const counts = await countFinalRanks(db, idsOf(moves));
    const countOf = (move: Move | DomainError) =>
      move instanceof DomainError ? 0 : (counts.get(move.before.id) ?? 0);
    const indexed = moves.map((move, index) => ({ move, index }));
    for (const part of inParts(indexed, ({ move }) => countOf(move), MAX_RANKS)) {
      const ranked = part.map(({ move }) => move).filter((move) => countOf(move) > 0);
      const ranks = await getFinalRanks(db, idsOf(ranked));
      const begun = ({ before }: Move) => ({ finalRanks: [...(ranks.get(before.id) ?? [])] });
      yield {
        outcomes: part.map(({ move, index }) => ({
          index,
          outcome: toOutcome("begun", move instanceof DomainError ? move : begun(move)),
        })),
      };
    }
  },

  /** Cancels a tournament that cannot be paid out. Stores no response: a repeat finds the new status. */
  async abandonSettlement({ db }, { reason, ...key }, call) {
    const { after } = await transaction(db, "tournament.abandon-settlement", async (tx) => {
      const moved = await advance(tx, key, "abandon");
      if (moved.before.status !== moved.after.status)
        await stageChanges(tx, originOf(call), [abandoned(moved.after, reason)]);
      return moved;
    });
    return { tournament: tournamentMessage(after) };
  },

  /** The winners of a completed tournament are final. */
  async recordWinners({ db }, request) {
    await transaction(db, "tournament.record-winners", async (tx) => {
      const { after } = await advance(tx, request, "record");
      if (after.status !== "settling") return;
      const winners = request.gamerIds.map((gamerId) => ({ tournamentId: after.id, gamerId }));
      await insertWinners(tx, winners);
    });
    return {};
  },

  async batchFinishSettlement({ db }, { ends }, call) {
    const moves = await transaction(db, "tournament.finish-settlement", async (tx) => {
      const { moves: made, changed } = await finish(tx, ends);
      await stageCompleted(tx, originOf(call), changed, ends);
      return made;
    });
    return {
      outcomes: moves.map((move) => ({
        outcome: toOutcome("completed", move instanceof DomainError ? move : {}),
      })),
    };
  },
} satisfies Rpcs;

const idsOf = (moves: readonly (Move | DomainError)[]): string[] =>
  allowed(moves).map(({ before }) => before.id);

async function finish(tx: Tx, ends: readonly End[]) {
  const keys = ends.map(({ tournament }) => tournament);
  const moves = await lockFor(tx, keys, "finish");
  const winners = ends.flatMap((end, index) => (isOpen(moves[index]) ? winnersOf(end) : []));
  // Executed in this order, because the change of status stores a sole winner.
  const [, changed] = await Promise.all([
    winners.length > 0 ? insertWinners(tx, winners) : undefined,
    makeMoves(tx, moves),
  ]);
  return { moves, changed };
}

async function stageCompleted(
  tx: Tx,
  origin: Origin,
  rows: readonly TournamentRow[],
  ends: readonly End[],
): Promise<void> {
  const winnersOf = await readWinners(tx, rows, { max: MAX_IN_EVENT });
  const pools = new Map(ends.map((end) => [end.tournament.tournamentId, end.poolMinorUnits]));
  const changes = rows.map((row) => completed(row, pools.get(row.id) ?? 0n, winnersOf(row)));
  await stageChanges(tx, origin, changes);
}

const isOpen = (move: Move | DomainError | undefined): boolean =>
  move !== undefined && !(move instanceof DomainError) && move.before.status === "settling";
const winnersOf = ({ tournament: { tournamentId }, winnerGamerIds }: End) =>
  winnerGamerIds.map((gamerId) => ({ tournamentId, gamerId }));
