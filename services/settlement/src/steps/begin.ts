import { RemoteError, refusedFor } from "@tms/kit/errors/remote-error";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import { SettlementKind } from "@tms/proto/tms/settlement/v1/settlement";
import type { Context } from "../context.ts";
import type { SettlementRow } from "../db/settlements.ts";
import { BeyondRepairError, NotYetError } from "../errors.ts";
import type { Facts } from "./inputs.ts";
import { stepRequest } from "../clients/requests.ts";

/**
 * Closes the registration, finishes the joins under way, decides between payout and refund, and
 * closes the pool: from here on nothing about the money can change. Returns the settlement, or
 * undefined when another worker was quicker.
 */
export async function begin(
  context: Context,
  settlement: SettlementRow,
  facts: Facts,
): Promise<SettlementRow | undefined> {
  const [registration, { currency }] = await Promise.all([
    context.calls.closeRegistration(settlement),
    facts.tournament(),
  ]);
  if (registration.unfinished > 0)
    throw new NotYetError(`${registration.unfinished} joins are still under way`);
  // The registration is closed, so the pool can be, whichever way it goes.
  const [kind, poolMinor] = await Promise.all([
    decideKind(context, settlement, facts, registration.entries),
    closePool(context, settlement, currency),
  ]);
  const tournamentId = settlement.tournament_id;
  return await context.store.toPlanning({ tournamentId, kind, currency, poolMinor });
}

async function closePool(
  context: Context,
  settlement: SettlementRow,
  currency: string,
): Promise<bigint> {
  const { balance } = await context.calls.closeAccount({
    requestId: stepRequest(settlement, "close-pool").requestId,
    ref: poolOf(settlement),
    currency,
  });
  if (balance === undefined) throw new BeyondRepairError("the pool was closed without a balance");
  return balance;
}

/** The escrow account of a settlement's tournament. */
export const poolOf = (settlement: SettlementRow) => ({
  gameId: settlement.game_id,
  type: AccountType.PRIZE_POOL,
  ownerId: settlement.tournament_id,
});

async function decideKind(
  context: Context,
  settlement: SettlementRow,
  facts: Facts,
  entries: number,
): Promise<SettlementKind> {
  if (settlement.kind === SettlementKind.REFUND) return SettlementKind.REFUND;
  const { terms } = await facts.tournament();
  try {
    if (entries < (terms?.minEntries ?? 0)) {
      await context.tournaments.abandonSettlement(stepRequest(settlement, "abandon"));
      return SettlementKind.REFUND;
    }
    await facts.begun();
    return SettlementKind.PAYOUT;
  } catch (error) {
    if (!(error instanceof RemoteError) || !refusedFor(error, "TOURNAMENT_NOT_PUBLISHED"))
      throw error;
    // Cancelled just before its end: the cancellation won.
    return SettlementKind.REFUND;
  }
}
