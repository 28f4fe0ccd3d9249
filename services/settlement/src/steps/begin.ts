import { RemoteError, refusedFor } from "@tms/kit/errors/remote-error";
import type { ClosedRegistration } from "@tms/proto/tms/entry/v1/entry";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import { AbandonReason } from "@tms/proto/tms/tournament/v1/tournament";
import type { Context } from "../context.ts";
import type { SettlementRow } from "../db/settlements.ts";
import { BeyondRepairError } from "../errors.ts";
import type { Inputs } from "./inputs.ts";
import { stepRequest } from "../clients/requests.ts";
import { areTooFew, isNobodyPaid } from "./kind.ts";

/**
 * Closes the registration, finishes the joins under way, decides between payout and refund, and
 * closes the pool: from here on nothing about the money can change. Returns the settlement, or
 * undefined when another worker was quicker.
 */
export async function begin(
  context: Context,
  settlement: SettlementRow,
  inputs: Inputs,
): Promise<SettlementRow | undefined> {
  const [closed, { currency }] = await Promise.all([
    context.batched.closeRegistration(settlement),
    inputs.tournament(),
  ]);
  // The registration is closed, so the pool can be, whichever way it goes.
  const [kind, poolMinor] = await Promise.all([
    decideKind(context, settlement, inputs, closed),
    closePool(context, settlement, currency),
  ]);
  const tournamentId = settlement.tournamentId;
  return await context.queries.toPlanning({ tournamentId, kind, currency, poolMinor });
}

async function closePool(
  context: Context,
  settlement: SettlementRow,
  currency: string,
): Promise<bigint> {
  const { balance } = await context.batched.closeAccount({
    ref: poolOf(settlement),
    currency,
  });
  if (balance === undefined)
    throw new BeyondRepairError("the wallet returned no balance for the closed pool");
  return balance;
}

/** The prize pool of a settlement's tournament. */
export const poolOf = (settlement: SettlementRow) => ({
  gameId: settlement.gameId,
  type: AccountType.PRIZE_POOL,
  ownerId: settlement.tournamentId,
});

/**
 * Whether its game placed anybody who can be paid: with or without a score, but none who was
 * disqualified since. That is known once the ranking is final.
 */
async function isAnyPlaced(inputs: Inputs): Promise<boolean> {
  if ((await inputs.begun()).length === 0) return false;
  return (await inputs.ranking(1)).groups.length > 0;
}

async function decideKind(
  context: Context,
  settlement: SettlementRow,
  inputs: Inputs,
  closed: ClosedRegistration,
): Promise<SettlementRow["kind"]> {
  if (settlement.kind === "refund") return "refund";
  const { terms } = await inputs.tournament();
  try {
    if (areTooFew(closed, terms)) {
      await abandon(context, settlement, AbandonReason.TOO_FEW_ENTRIES);
      return "refund";
    }
    await inputs.begun();
    if (isNobodyPaid(closed) && !(await isAnyPlaced(inputs))) {
      await abandon(context, settlement, AbandonReason.NOBODY_TO_PAY);
      return "refund";
    }
    return "payout";
  } catch (error) {
    if (!(error instanceof RemoteError) || !refusedFor(error, "TOURNAMENT_NOT_PUBLISHED"))
      throw error;
    // Cancelled just before its end: the cancellation won.
    return "refund";
  }
}

const abandon = (context: Context, settlement: SettlementRow, reason: AbandonReason) =>
  context.tournaments.abandonSettlement({ ...stepRequest(settlement, "abandon"), reason });
