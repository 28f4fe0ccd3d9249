import { transaction } from "@tms/kit/database/transaction";
import { DomainError } from "@tms/kit/errors/domain-error";
import { toOutcome } from "@tms/kit/errors/status";
import { originOf } from "@tms/kit/rpc/origin";
import { inParts } from "@tms/kit/rpc/streams";
import { CancelReason } from "@tms/proto/tms/event/v1/event";
import { AbandonReason } from "@tms/proto/tms/tournament/v1/tournament";
import type { Rpcs } from "../context.ts";
import { countFinalRanks, getFinalRanks, insertWinners, readWinners } from "../db/tournaments.ts";
import { cancelled, changed, completed, stageChanges, tournamentMessage } from "../messages.ts";
import { advance, allowed, lockFor, makeMoves, type Move } from "../lifecycle.ts";

// One tournament can have this many ranks, which take some 2.6 MB. A message has at most 4 MiB.
const MAX_RANKS = 10_000;
const MAX_IN_EVENT = 100;

export const settlementRpcs = {
  /** Ends tournaments that are due, then sends the ranks that their games gave. */
  async *batchBeginSettlement({ db }, { tournaments }, call) {
    const { moves, counts } = await transaction(db, "tournament.begin-settlement", async (tx) => {
      const locked = await lockFor(tx, tournaments, "begin");
      const begun = await makeMoves(tx, locked);
      const changes = begun.map((row) => changed("tournamentSettling", row));
      await stageChanges(tx, originOf(call), changes);
      return { moves: locked, counts: await countFinalRanks(tx, idsOf(locked)) };
    });
    const countOf = (move: Move | DomainError) =>
      move instanceof DomainError ? 0 : (counts.get(move.before.id) ?? 0);
    const indexed = moves.map((move, index) => ({ move, index }));
    for (const part of inParts(indexed, ({ move }) => countOf(move), MAX_RANKS)) {
      const ranked = part.map(({ move }) => move).filter((move) => countOf(move) > 0);
      const ranks = await getFinalRanks(db, idsOf(ranked));
      const begun = (move: Move) => {
        const finalRanks = [...(ranks.get(move.before.id) ?? [])];
        // The ranks were read from a standby that lags behind.
        return finalRanks.length < countOf(move) ? new DomainError("UNAVAILABLE") : { finalRanks };
      };
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
    const isUnpaid = reason === AbandonReason.NOBODY_TO_PAY;
    const why = isUnpaid ? CancelReason.NOBODY_TO_PAY : CancelReason.TOO_FEW_ENTRIES;
    const { after } = await transaction(db, "tournament.abandon-settlement", async (tx) => {
      const moved = await advance(tx, key, "abandon");
      if (moved.before.status !== moved.after.status)
        await stageChanges(tx, originOf(call), [cancelled(moved.after, why)]);
      return moved;
    });
    return { tournament: tournamentMessage(after) };
  },

  /** Adds winners. Changes nothing if the tournament is completed, because its winners are final. */
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
      const keys = ends.map(({ tournament }) => tournament);
      const locked = await lockFor(tx, keys, "finish");
      const settling = ends.filter((_, index) => {
        const move = locked[index];
        return !(move instanceof DomainError) && move?.before.status === "settling";
      });
      const winners = settling.flatMap(({ tournament: { tournamentId }, winnerGamerIds }) =>
        winnerGamerIds.map((gamerId) => ({ tournamentId, gamerId })),
      );
      // Executed in this order, because the change of status stores a sole winner.
      const [, rows] = await Promise.all([insertWinners(tx, winners), makeMoves(tx, locked)]);
      const winnersOf = await readWinners(tx, rows, { max: MAX_IN_EVENT });
      const pools = new Map(
        settling.map((end) => [end.tournament.tournamentId, end.poolMinorUnits]),
      );
      const changes = rows.map((row) => completed(row, pools.get(row.id) ?? 0n, winnersOf(row)));
      await stageChanges(tx, originOf(call), changes);
      return locked;
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
