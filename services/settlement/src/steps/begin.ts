import { RemoteError, refusedFor } from "@tms/kit/errors";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import { SettlementKind } from "@tms/proto/tms/settlement/v1/settlement";
import type { Context } from "../context.ts";
import { toPlanning, type SettlementRow } from "../db/settlements.ts";
import { BeyondRepairError, NotYetError } from "../errors.ts";
import { stepRequest } from "../requests.ts";

/**
 * Closes the entry book, finishes the joins under way, decides between payout and refund, and
 * closes the pool: from here on nothing about the money can change.
 */
export async function begin(context: Context, settlement: SettlementRow): Promise<void> {
  const book = await context.entries.closeBook(stepRequest(settlement, "close-book"));
  if (book.unfinished > 0) throw new NotYetError(`${book.unfinished} joins are still under way`);
  const { kind, currency } = await decideKind(context, settlement, book.entries);
  const { account } = await context.wallet.closeAccount({
    requestId: stepRequest(settlement, "close-pool").requestId,
    ref: poolOf(settlement),
    currency,
  });
  if (!account?.balance) throw new BeyondRepairError("the pool was closed without a balance");
  await toPlanning(context.db, {
    tournamentId: settlement.tournament_id,
    kind,
    currency,
    poolMinor: account.balance.minorUnits,
  });
}

/** The escrow account of a settlement's tournament. */
export const poolOf = (settlement: SettlementRow) => ({
  gameId: settlement.game_id,
  type: AccountType.PRIZE_POOL,
  ownerId: settlement.tournament_id,
});

async function decideKind(context: Context, settlement: SettlementRow, entries: number) {
  const { gameId, tournamentId } = stepRequest(settlement, "read");
  const { tournament } = await context.tournaments.getTournament({
    gameId,
    tournamentId,
    withoutPrizePool: true,
  });
  if (!tournament?.terms) throw new BeyondRepairError("the tournament came without its terms");
  const { currency } = tournament;
  if (settlement.kind === SettlementKind.REFUND) return { kind: SettlementKind.REFUND, currency };
  try {
    if (entries < tournament.terms.minEntries) {
      await context.tournaments.abandonSettlement(stepRequest(settlement, "abandon"));
      return { kind: SettlementKind.REFUND, currency };
    }
    await context.tournaments.beginSettlement(stepRequest(settlement, "begin"));
    return { kind: SettlementKind.PAYOUT, currency };
  } catch (error) {
    if (!(error instanceof RemoteError) || !refusedFor(error, "TOURNAMENT_NOT_PUBLISHED"))
      throw error;
    // Cancelled just before its end: the cancellation won.
    return { kind: SettlementKind.REFUND, currency };
  }
}
