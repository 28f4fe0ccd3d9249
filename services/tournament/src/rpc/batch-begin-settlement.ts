import { transaction } from "@tms/kit/database/transaction";
import { DomainError } from "@tms/kit/errors/domain-error";
import { toRefusal } from "@tms/kit/errors/refusal";
import { originOf } from "@tms/kit/rpc/origin";
import { inParts } from "@tms/kit/rpc/parts";
import type { Context, Rpcs } from "../context.ts";
import { countFinalRanks, getFinalRanks } from "../db/final-ranks.ts";
import type { FinalRank } from "../db/tables.ts";
import { settling, stageChanges } from "../events.ts";
import { allowed, lockFor, makeMoves, type Move } from "../lifecycle/advance.ts";

// As many as one tournament may have, some 2.6 MB; a message holds 4 MiB.
const MOST_RANKS = 10_000;

/**
 * Ends published tournaments that are due, in one transaction. The ranks that their games gave are
 * read for one message after the other.
 */
export const batchBeginSettlement = ({ db }: Context): Rpcs["batchBeginSettlement"] =>
  async function* ({ tournaments }, call) {
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
    for (const part of inParts(indexed, ({ move }) => countOf(move), MOST_RANKS)) {
      const ranked = part.map(({ move }) => move).filter((move) => countOf(move) > 0);
      const ranks = ranked.length > 0 ? await getFinalRanks(db, idsOf(ranked)) : NO_RANKS;
      yield { outcomes: part.map(({ move, index }) => outcomeMessage(index, move, ranks)) };
    }
  };

const NO_RANKS: ReadonlyMap<string, readonly FinalRank[]> = new Map();

const idsOf = (moves: readonly (Move | DomainError)[]): string[] =>
  allowed(moves).map(({ before }) => before.id);

const outcomeMessage = (
  index: number,
  move: Move | DomainError,
  ranks: ReadonlyMap<string, readonly FinalRank[]>,
) => ({
  index,
  outcome:
    move instanceof DomainError
      ? ({ case: "refused", value: toRefusal(move) } as const)
      : { case: "begun" as const, value: { finalRanks: [...(ranks.get(move.before.id) ?? [])] } },
});
